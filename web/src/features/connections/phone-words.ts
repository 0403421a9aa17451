/** `+55 51 3025-4410` for Brazilian numbers, `+` and digits for others. */
export function phoneWords(number: string): string {
  const parts = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(number)
  return parts === null ? `+${number}` : `+55 ${parts[1]} ${parts[2]}-${parts[3]}`
}
