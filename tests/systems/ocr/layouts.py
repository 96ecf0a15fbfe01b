"""Small files of each format, made by hand as they are publicly described. Two lines: Stara jćj powie- / działa eo."""

HOCR = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="pl">
 <head><title></title><meta name='ocr-system' content='tesseract 5.3.0' /></head>
 <body>
  <!-- page 1 -->
  <div class='ocr_page' id='page_1' title='image "a.png"; bbox 0 0 900 1200; ppageno 0'>
   <div class='ocr_carea' id='block_1_1'>
    <p class='ocr_par' id='par_1_1' lang='pol'>
     <span class='ocr_line' id='line_1_1' title="bbox 10 10 400 30; baseline 0 -4">
      <span class='ocrx_word' id='word_1_1' title='bbox 10 10 80 30; x_wconf 96'>Stara</span>
      <span class='ocrx_word' id='word_1_2' title='bbox 90 10 130 30; x_wconf 99'><em>jćj</em></span>
      <span class='ocrx_word' id='word_1_3' title='bbox 140 10 240 30; x_wconf 88'>powie=</span>
     </span>
     <span class='ocr_line' id='line_1_2'>
      <span class='ocrx_word' id='word_1_4' title='bbox 10 40 90 60; x_wconf 93'>działa</span>
      <span class='ocrx_word' id='word_1_5' title='x_wconf 99; bbox 99 40 130 60'>eo</span>
      <span class='ocrx_word' id='word_1_6' title='bbox 140 40 190 60; x_wconf 50'>Tom&nbsp;A &amp; B</span>
     </span>
    </p>
   </div>
  </div>
 </body>
</html>
"""

ALTO = """<?xml version="1.0" encoding="UTF-8"?>
<alto xmlns="http://www.loc.gov/standards/alto/ns-v{version}#" xmlns:xlink="http://www.w3.org/1999/xlink">
  <Description><MeasurementUnit>pixel</MeasurementUnit></Description>
  <Layout>
    <Page ID="P1" PHYSICAL_IMG_NR="1" WIDTH="900" HEIGHT="1200">
      <PrintSpace HPOS="0" VPOS="0" WIDTH="900" HEIGHT="1200">
        <TextBlock ID="B1" HPOS="10" VPOS="10" WIDTH="400" HEIGHT="60">
          <TextLine ID="L1" HPOS="10" VPOS="10" WIDTH="400" HEIGHT="20">
            <String ID="S1" HPOS="10" VPOS="10" WIDTH="70" HEIGHT="20" CONTENT="Stara" WC="0.96" CC="00000"/>
            <SP WIDTH="10" VPOS="10" HPOS="80"/>
            <String ID='S2' HPOS="90" VPOS="10" WIDTH="40" HEIGHT="20" CONTENT='jćj' WC="1.00" CC="090"/>
            <SP/>
            <String ID="S3" HPOS="140" VPOS="10" WIDTH="90" HEIGHT="20" CONTENT="powie" WC="0.88" /><HYP CONTENT="-"/>
          </TextLine>
          <TextLine ID="L2" HPOS="10" VPOS="40" WIDTH="400" HEIGHT="20">
            <String ID="S4" HPOS="10" VPOS="40" WIDTH="80" HEIGHT="20" CONTENT="działa" WC="0.93"></String>
            <SP/>
            <String ID="S5" HPOS="99" VPOS="40" WIDTH="40" HEIGHT="20" CONTENT="eo" STYLE="bold"/>
          </TextLine>
        </TextBlock>
      </PrintSpace>
    </Page>
  </Layout>
</alto>
"""

PAGE = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<pc:PcGts xmlns:pc="http://schema.primaresearch.org/PAGE/gts/pagecontent/{version}">
  <pc:Metadata><pc:Creator>a reader</pc:Creator><pc:Created>2020-01-01T00:00:00</pc:Created></pc:Metadata>
  <pc:Page imageFilename="a.png" imageWidth="900" imageHeight="1200">
    <pc:TextRegion id="r1"><pc:Coords points="10,10 400,10 400,60 10,60"/>
      <pc:TextLine id="l1"><pc:Coords points="10,10 400,10 400,30 10,30"/>
        <pc:Word id="w1"><pc:Coords points="10,10 80,30"/>
          <pc:TextEquiv conf="0.96"><pc:Unicode>Stara</pc:Unicode></pc:TextEquiv></pc:Word>
        <pc:Word id="w2"><pc:Coords points="90,10 130,30"/>
          <pc:TextEquiv index="1" conf="0.3"><pc:Unicode>jój</pc:Unicode></pc:TextEquiv>
          <pc:TextEquiv index="0" conf="1"><pc:Unicode>jćj</pc:Unicode></pc:TextEquiv></pc:Word>
        <pc:Word id="w3"><pc:Coords points="140,10 240,30"/>
          <pc:TextEquiv><pc:Unicode>powie=</pc:Unicode></pc:TextEquiv></pc:Word>
        <pc:TextEquiv><pc:Unicode>Stara jćj powie=</pc:Unicode></pc:TextEquiv>
      </pc:TextLine>
      <pc:TextLine id="l2"><pc:Coords points="10,40 400,40 400,60 10,60"/>
        <pc:TextEquiv><pc:Unicode>działa eo</pc:Unicode></pc:TextEquiv>
      </pc:TextLine>
      <pc:TextEquiv><pc:Unicode>Stara jćj powie=
działa eo</pc:Unicode></pc:TextEquiv>
    </pc:TextRegion>
  </pc:Page>
</pc:PcGts>
"""
