/** Why an inbound event failed, by what an admin can do about it: keys of `reception.json`. */
export type ReasonKind = 'noRoom' | 'noDatabase' | 'locked' | 'refused' | 'unknownForm' | 'other'

const kinds: readonly (readonly [ReasonKind, RegExp])[] = [
  ['noRoom', /ENOSPC|\((?:53100|53200)\)/],
  ['noDatabase', /ECONN|ETIMEDOUT|\((?:08|25P03|40|53|55P03|57)\w*\)/],
  ['locked', /unable to authenticate|no data key|sealed value/i],
  ['refused', /\((?:22|23)\w{3}\)/],
  ['unknownForm', /^(?:SyntaxError|RangeError|ZodError)|unreadable|wire type|index out of range|unexpected/i],
]

/** Classifies the server's technical English text: names of errors, and codes of PostgreSQL. */
export function reasonKind(reason: string): ReasonKind {
  return kinds.find(([, pattern]) => pattern.test(reason))?.[0] ?? 'other'
}
