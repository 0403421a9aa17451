import type { MovedSessionResult } from './move-sessions'
import type { MovedSessionStatus } from './watch-sessions'

export interface SessionReport extends Pick<MovedSessionResult, 'connectionId' | 'name' | 'outcome'> {
  readonly news: MovedSessionStatus | null
}

const linkAnew = 'Link it anew with a QR.'

/** Says to the operator what happened to a session. The sentence never contains a key. */
export function sessionReportSentence({ connectionId, name, outcome, news }: SessionReport): string {
  return `${name} (connection ${connectionId}): ${news === null ? whyNot(outcome) : howItDoes(outcome, news)}`
}

/** What the fields of Baileys' credentials are called in the report. */
const parts: Readonly<Record<string, string>> = {
  me: 'the number that it is linked to (me)',
  noiseKey: 'the key of its connection (noiseKey)',
  signedIdentityKey: 'the key of its identity (signedIdentityKey)',
  registrationId: 'its registration (registrationId)',
  account: 'the phone\u2019s signature of its identity (account)',
}

function whyNot(outcome: MovedSessionResult['outcome']): string {
  switch (outcome.kind) {
    case 'incomplete': {
      const lacks = outcome.missing.map((part) => parts[part] ?? part).join(', ')
      return `not moved, its credentials lack ${lacks}. ${linkAnew}`
    }
    case 'unreadable':
      return `not moved, its credentials are no JSON. ${linkAnew}`
    case 'not-linked':
      return 'was not linked in the old server.'
    case 'number-in-use':
      return `not moved, another connection here has its number ${outcome.phone}.`
    case 'has-session':
      return 'not moved, it holds a session of its own. Log it out first if the old one shall replace it.'
    case 'runs':
      return 'not moved, a linking of it runs here. Stop it and repeat.'
    case 'other-provider':
      return 'not moved, it is of the official API, which knows no session.'
    case 'moved':
    case 'moved-before':
      return 'moved.'
  }
}

function howItDoes(outcome: MovedSessionResult['outcome'], news: MovedSessionStatus): string {
  const moved = outcome.kind === 'moved-before' ? 'moved before' : 'moved'
  switch (news.kind) {
    case 'before-switch':
      return `${moved}. It connects when its company opens, at the switch.`
    case 'connected':
      return `${moved} and connected. ${messages(news)}`
    case 'refused':
      return `${moved}, but WhatsApp refused it (401): the phone has removed this device. ${linkAnew}`
    case 'elsewhere':
      return `${moved}, but opened elsewhere (440): the old server still runs. Balcão has stopped this number. Stop the old server for good, then press Try again on the connections page.`
    case 'stopped':
      return `${moved}, but it does not run (${news.cause || 'no cause given'}). See the connections page.`
    case 'waits':
      return `${moved}, but not connected yet. Is Balcão running? Repeat the command to look again.`
  }
}

function messages({ arrived, unread }: Extract<MovedSessionStatus, { kind: 'connected' }>): string {
  if (arrived === 0) return 'No message came while this command watched.'
  const read = `${arrived - unread} of ${arrived} messages that came meanwhile are readable`
  return unread === 0 ? `${read}.` : `${read}; Balcão has asked the senders for the others again.`
}
