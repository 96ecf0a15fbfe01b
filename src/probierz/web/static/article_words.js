// Going through an article word by word: one stands on a word by having it selected, which every browser shows, in all
// colours. Signs between words are passed over; what is marked may end at one, as in “n. l.”.

const PIECE = /[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu;
const isWord = ({ text }) => /[\p{L}\p{N}\p{S}%‰§]/u.test(text);

const wordsIn = (sentence) => sentence.lastChild; // its text; the button of a second answer stands before it

const piecesOf = (sentence) => Array.from(
  wordsIn(sentence).data.matchAll(PIECE),
  ({ 0: text, index }) => ({ sentence, text, start: index, end: index + text.length }),
);

// First and last piece of what is selected; null where nothing is.
function selectedEnds(sentences) {
  const chosen = getSelection();
  if (!chosen.rangeCount || chosen.isCollapsed) return null;
  const range = chosen.getRangeAt(0);
  const isIn = ({ sentence, start, end }) => range.comparePoint(wordsIn(sentence), end - 1) >= 0
    && range.comparePoint(wordsIn(sentence), start + 1) <= 0;
  const pieces = sentences.filter((one) => range.intersectsNode(one)).flatMap(piecesOf).filter(isIn);
  if (!pieces.length) return null;
  const isBackward = chosen.anchorNode !== range.startContainer || chosen.anchorOffset !== range.startOffset;
  return { first: pieces[0], last: pieces.at(-1), isBackward };
}

// The piece before or after one, in this sentence or the next that has any; null at the end of the article.
function neighbour(from, isForward, sentences, isWanted) {
  const isBeyond = (one) => one.sentence !== from.sentence || (isForward ? one.start >= from.end : one.end <= from.start);
  for (let at = sentences.indexOf(from.sentence); sentences[at]; at += isForward ? 1 : -1) {
    const found = piecesOf(sentences[at]).filter((one) => isBeyond(one) && isWanted(one));
    if (found.length) return found.at(isForward ? 0 : -1);
  }
  return null;
}

// Select from one piece to another, both whole.
function select(anchor, focus, isBackward = false) {
  const [from, to] = isBackward ? [anchor.end, focus.start] : [anchor.start, focus.end];
  getSelection().setBaseAndExtent(wordsIn(anchor.sentence), from, wordsIn(focus.sentence), to);
}

// Go to the next word. start: the sentence from whose beginning it goes where nothing is selected. Returns the sentence in
// which one stands then.
export function goToWord(sentences, start, isForward) {
  const ends = selectedEnds(sentences);
  const from = (isForward ? ends?.last : ends?.first) ?? { sentence: start, start: 0, end: 0 };
  const next = neighbour(from, isForward, sentences, isWord);
  if (next) select(next, next);
  return next?.sentence ?? from.sentence;
}

// Take the next word to those that are marked, or take the last one back, beginning with the word on which one stands.
export function markWord(sentences, start, isForward) {
  const ends = selectedEnds(sentences);
  if (!ends) return goToWord(sentences, start, isForward);
  const [anchor, focus] = ends.isBackward ? [ends.last, ends.first] : [ends.first, ends.last];
  const next = neighbour(focus, isForward, sentences, () => true);
  if (!next) return focus.sentence;
  const order = sentences.indexOf(next.sentence) - sentences.indexOf(anchor.sentence) || next.start - anchor.start;
  select(anchor, next, order < 0);
  return next.sentence;
}

// Select the first place where words stand. Returns its sentence; null where they stand nowhere.
export function goToWords(sentences, words) {
  const sentence = sentences.find((one) => wordsIn(one).data.includes(words));
  if (!sentence) return null;
  const start = wordsIn(sentence).data.indexOf(words);
  select({ sentence, start }, { sentence, end: start + words.length });
  return sentence;
}
