// The function of jsdiff that the report uses.
export { diffArrays } from "diff";
