export const sigma = 'σ';
export const finalSigma = 'ς';

/**
 * Text in the form in which case does not count; what is kept in columns of folded text. Letter by letter, whatever stands
 * beside it, or a part would not be found in its whole: the sigma at the end of a word is a sigma.
 */
export const fold = (text: string): string =>
  text.replaceAll('İ', 'i').toLowerCase().replaceAll(finalSigma, sigma);
