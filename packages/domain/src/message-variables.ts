import { companyTexts } from './company-texts'

export interface RecipientVariableData {
  readonly name: string
  readonly number: string
  readonly email: string
}

/** The data that fills a text's variables. `now` is shown in the company's time zone (GEN-18, GEN-19). */
export interface MessageVariableData extends RecipientVariableData {
  readonly now: Date
  readonly timeZone: string
  /** The company's language, for the greeting of the day; Portuguese by default. */
  readonly language?: string
}

/** The variables that users may write in texts, as `{{name}}`, in the order of the editor's menu. */
export const messageVariables = [
  'firstName',
  'name',
  'ms',
  'protocol',
  'date',
  'hour',
  'number',
  'email',
] as const
type MessageVariable = (typeof messageVariables)[number]

/** The spelling of variables in single braces, which all texts accept, not only campaigns (CAMP-28). */
const singleBraced: Readonly<Record<string, MessageVariable>> = {
  nome: 'name',
  numero: 'number',
  email: 'email',
}

/** A variable that the company defined (CAMP-20). Its value may contain other variables. */
export interface CustomVariable {
  readonly key: string
  readonly value: string
}

/**
 * Fills standard variables and the company's own; other braces stay. Contact names are inserted last, so that
 * braces in a name are not filled.
 */
export function fillVariables(
  text: string,
  facts: MessageVariableData,
  own: readonly CustomVariable[] = [],
): string {
  const values = valuesOf(facts)
  const owned = new Map(own.map(({ key, value }) => [key, value]))
  return replaced(replaced(text, ownValue), standardValue)

  function ownValue({ key, isDouble }: Braced): string | undefined {
    return isDouble && values.has(key) ? undefined : owned.get(key)
  }
  function standardValue({ key, isDouble }: Braced): string | undefined {
    if (isDouble) return values.get(key)
    return Object.hasOwn(singleBraced, key) ? values.get(singleBraced[key] ?? '') : undefined
  }
}

/**
 * The variables of a text that have no value, as written, each once. Braces around more than 40 characters
 * count as plain text.
 */
export function unknownVariables(text: string, ownKeys: readonly string[] = []): readonly string[] {
  const inBraces = text.match(/\{\{[^{}\n]{1,40}\}\}|\{[^{}\n]{1,40}\}/g) ?? []
  return [...new Set(inBraces)].filter((written) => {
    const { key, isDouble } = braced(written)
    const isStandard = isDouble
      ? messageVariables.some((known) => known === key)
      : Object.hasOwn(singleBraced, key)
    return !isStandard && !ownKeys.includes(key)
  })
}

interface Braced {
  readonly key: string
  readonly isDouble: boolean
}

function braced(written: string): Braced {
  return { key: written.replace(/^\{+\s*|\s*\}+$/g, ''), isDouble: written.startsWith('{{') }
}

function replaced(text: string, fill: (variable: Braced) => string | undefined): string {
  return text.replace(/\{\{[^{}]+\}\}|\{[^{}]+\}/g, (written) => fill(braced(written)) ?? written)
}

/** The value of each variable by name. In a plain object, `{{constructor}}` would find an inherited field. */
function valuesOf({
  name,
  number,
  email,
  now,
  timeZone,
  language,
}: MessageVariableData): ReadonlyMap<string, string> {
  const at = localParts(now, timeZone)
  return new Map<MessageVariable, string>([
    ['firstName', name.trim().split(/\s+/)[0] ?? ''],
    ['name', name],
    ['ms', companyTexts(language ?? 'pt').greetingAt(Number(at.hour))],
    ['protocol', `${at.year}${at.month}${at.day}${at.hour}${at.minute}${at.second}`],
    ['date', `${at.day}/${at.month}/${at.year}`],
    ['hour', `${at.hour}:${at.minute}:${at.second}`],
    ['number', number],
    ['email', email],
  ])
}

/** The hour and minute of an instant in a time zone: `14:05`. */
export function hourMinuteText(instant: Date, timeZone: string): string {
  const { hour, minute } = localParts(instant, timeZone)
  return `${hour}:${minute}`
}

function localParts(instant: Date, timeZone: string) {
  const formatted = formatOf(timeZone).formatToParts(instant)
  const part = Object.fromEntries(formatted.map(({ type, value }) => [type, value]))
  const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = part
  return { year, month, day, hour, minute, second }
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The time zone's cached formatter: creating one takes longer than all else that fills a text. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
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
  formats.set(timeZone, format)
  return format
}
