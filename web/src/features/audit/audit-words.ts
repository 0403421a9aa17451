import type { AuditEntryView } from '@balcao/contract/audit'
import type { TFunction } from 'i18next'
import { dateAndTime } from '../../lib/dates'

/** The text of an action. An unknown action, from a newer server, shows its identifier. */
export function auditActText(act: AuditEntryView['act'], t: TFunction<'audit'>): string {
  return t(`act.${act}`, { defaultValue: act })
}

export function auditSubjectText({ subject }: AuditEntryView): string {
  return subject === null ? '' : (subject.name ?? `#${subject.id}`)
}

export function isAuditEntryAboutActor({ user, subject }: AuditEntryView): boolean {
  return user !== null && user.id === subject?.id && user.name === subject.name
}

/**
 * The fields whose values are terms of the product, such as a profile, and are translated. Other values show
 * unchanged.
 */
const translatedFields = new Set([
  'profile',
  'formerProfile',
  'status',
  'value',
  'fields',
  'modules',
  'key',
  'because',
  'source',
  'language',
])

/** The details of an entry as one text: `Perfil: Supervisor · Filas: Vendas`. */
export function auditDetailText({ detail }: AuditEntryView, t: TFunction<'audit'>): string {
  return Object.entries(detail)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${t(`detail.${name}`, { defaultValue: name })}: ${valueWords(name, value, t)}`)
    .join(' · ')
}

function valueWords(name: string, value: string | number | boolean | null, t: TFunction<'audit'>): string {
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (typeof value !== 'string') return String(value)
  if (name === 'browser') return browserWords(value)
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return dateAndTime(value)
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return value.split('-').reverse().join('/')
  if (name === 'act') return t(`act.${value}`, { defaultValue: value })
  if (!translatedFields.has(name)) return value
  const words = value.split(', ').map((one) => t(`value.${one}`, { defaultValue: one }))
  return words.join(', ')
}

export function auditActorText({ user }: AuditEntryView, t: TFunction<'audit'>): string {
  return user?.name ?? t('nobody')
}

/** The user agent as a short text: `Chrome, Windows`; an unknown user agent shows unchanged. */
function browserWords(agent: string): string {
  const browser = [
    ['Edg', 'Edge'],
    ['OPR', 'Opera'],
    ['Firefox', 'Firefox'],
    ['Chrome', 'Chrome'],
    ['Safari', 'Safari'],
  ].find(([mark = '']) => agent.includes(mark))?.[1]
  const system = /Android|iPhone|iPad|Windows|Mac OS|Linux/.exec(agent)?.[0]
  return [browser, system].filter((one) => one !== undefined).join(', ') || agent
}
