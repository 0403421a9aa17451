/** The text in lower case and without accents, for comparisons: `Açaí` and `acai` are equal. */
export function foldCaseAndAccents(words: string): string {
  return words.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
