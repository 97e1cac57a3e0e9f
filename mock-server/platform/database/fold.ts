export const sigma = 'σ';
export const finalSigma = 'ς';

/**
 * Text in lower case, as columns of folded text keep it. Each letter is folded on its own, so that a part of a text is also
 * found in the folded whole: on its own `toLowerCase` makes another letter of a sigma at the end of a word.
 */
export const fold = (text: string): string =>
  text.replaceAll('İ', 'i').toLowerCase().replaceAll(finalSigma, sigma);
