/** Colours, days and names that must differ in each turn. */
export const colour = (turn: number) => `#${(0x200000 + turn).toString(16)}`
export const holidayOf = (turn: number) => `20${10 + (turn % 90)}-12-25`
export const clientId = (turn: number) => `00000000-0000-4000-8000-${String(turn).padStart(12, '0')}`
