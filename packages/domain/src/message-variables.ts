import { companyTexts } from './company-texts'

/** Facts that the variables of a text are filled from (GEN-18, GEN-19). `now` is local time of the company. */
export interface VariableFacts {
  readonly name: string
  readonly now: Date
  readonly timeZone: string
  /** Of the company, for the greeting of the day; Portuguese when left out. */
  readonly language?: string
}

/** What a text may name, in the order in which people are offered it. */
export const messageVariables = ['firstName', 'name', 'ms', 'protocol', 'date', 'hour'] as const

/** Fills `{{name}}`, `{{firstName}}`, `{{ms}}`, `{{protocol}}`, `{{date}}`, `{{hour}}`; other braces stay as they are. */
export function fillVariables(text: string, facts: VariableFacts): string {
  const at = localParts(facts.now, facts.timeZone)
  // A map, not an object: `{{constructor}}` is no variable.
  const values = new Map([
    ['name', facts.name],
    ['firstName', facts.name.trim().split(/\s+/)[0] ?? ''],
    ['ms', companyTexts(facts.language ?? 'pt').greetingAt(Number(at.hour))],
    ['protocol', `${at.year}${at.month}${at.day}${at.hour}${at.minute}${at.second}`],
    ['date', `${at.day}/${at.month}/${at.year}`],
    ['hour', `${at.hour}:${at.minute}:${at.second}`],
  ])
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, key: string) => values.get(key) ?? whole)
}

/**
 * What stands in braces in a text and is none of the variables that may stand there (`known`, as they are written:
 * `{{name}}`, `{nome}`), each once, as it was written: customers would read it just so. Longer things in braces are words.
 */
export function unknownVariables(text: string, known: readonly string[]): readonly string[] {
  const inBraces = text.match(/\{\{[^{}\n]{1,40}\}\}|\{[^{}\n]{1,40}\}/g) ?? []
  const asKnown = (written: string) => written.replace(/\s*(\}+)$/, '$1').replace(/^(\{+)\s*/, '$1')
  return [...new Set(inBraces)].filter((written) => !known.includes(asKnown(written)))
}

/** The hour and minute of an instant where the company is: `14:05`. */
export function timeOfDay(instant: Date, timeZone: string): string {
  const { hour, minute } = localParts(instant, timeZone)
  return `${hour}:${minute}`
}

interface LocalParts {
  year: string
  month: string
  day: string
  hour: string
  minute: string
  second: string
}

function localParts(instant: Date, timeZone: string): LocalParts {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]))
  const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = part
  return { year, month, day, hour, minute, second }
}
