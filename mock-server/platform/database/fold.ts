export const sigma = 'σ';
export const finalSigma = 'ς';

/**
 * Text in lower case, as columns of folded text store it. Each letter is folded on its own, so that a part of a text is
 * also found in the folded whole: `toLowerCase` of a whole text turns a sigma at the end of a word into another letter.
 */
export const foldText = (text: string): string =>
  text.replaceAll('İ', 'i').toLowerCase().replaceAll(finalSigma, sigma);
