/** In small letters and without accents, for comparing what people type: `Açaí` and `acai` are the same. */
export function withoutAccents(words: string): string {
  return words.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
