/** `*Ana:* Bom dia` shows as `Ana: Bom dia` in a list. */
export function withoutMarks(line: string): string {
  return line.replace(/(^|[\s(])([*_~])(\S(?:.*?\S)?)\2(?=$|[\s.,;:!?)])/g, '$1$3').replaceAll('```', '')
}
