export const officialSetUpFailureReasons = [
  'token-wrong',
  'token-expired',
  'scope-missing', // the detail names the permissions
  'account-unknown',
  'number-not-of-account',
  'secret-wrong',
  'app-not-subscribed',
  'number-not-registered',
  'number-taken', // another connection of the installation uses the number
  'graph-unreachable', // Meta did not answer: try again later
] as const
export type OfficialSetUpFailureReason = (typeof officialSetUpFailureReasons)[number]

/** Our error code for a failed message, with the error code of the official API or a range of them. */
const failures: readonly (readonly [code: string, from: number, to?: number])[] = [
  ['ERR_WAPP_MSG_TOKEN', 0],
  ['ERR_WAPP_MSG_TOKEN', 190],
  ['ERR_WAPP_MSG_NOT_ALLOWED', 3],
  ['ERR_WAPP_MSG_NOT_ALLOWED', 10],
  ['ERR_WAPP_MSG_NOT_ALLOWED', 200, 299],
  ['ERR_WAPP_MSG_NOT_ALLOWED', 131005],
  ['ERR_WAPP_MSG_TOO_MANY', 4],
  ['ERR_WAPP_MSG_TOO_MANY', 429], // from a linked device
  ['ERR_WAPP_MSG_TOO_MANY', 80007],
  ['ERR_WAPP_MSG_TOO_MANY', 130429],
  ['ERR_WAPP_MSG_TOO_MANY_TO_PERSON', 131056],
  ['ERR_WAPP_MSG_RESTRICTED', 368],
  ['ERR_WAPP_MSG_RESTRICTED', 463], // from a linked device
  ['ERR_WAPP_MSG_RESTRICTED', 130497],
  ['ERR_WAPP_MSG_RESTRICTED', 131031],
  ['ERR_WAPP_MSG_RESTRICTED', 131048],
  ['ERR_WAPP_MSG_WINDOW_CLOSED', 131047],
  ['ERR_WAPP_MSG_HELD_BACK', 130472],
  ['ERR_WAPP_MSG_HELD_BACK', 131049],
  ['ERR_WAPP_MSG_UNREACHABLE', 130403],
  ['ERR_WAPP_MSG_UNREACHABLE', 131026],
  ['ERR_WAPP_MSG_OPTED_OUT', 131050],
  ['ERR_WAPP_MSG_NEEDS_PHONE', 131062],
  ['ERR_WAPP_MSG_MARKETING', 131055],
  ['ERR_WAPP_MSG_MARKETING', 131063],
  ['ERR_WAPP_MSG_MARKETING', 134100],
  ['ERR_WAPP_MSG_PAYMENT', 131042],
  ['ERR_WAPP_MSG_PAYMENT', 134011],
  ['ERR_WAPP_MSG_TEMPLATE_ASLEEP', 132015, 132016],
  ['ERR_WAPP_MSG_TEMPLATE_VALUE', 132005], // too long with the values of this contact
  ['ERR_WAPP_MSG_TEMPLATE', 132000, 132069],
  ['ERR_WAPP_MSG_MEDIA', 131052, 131053],
  ['ERR_WAPP_MSG_NUMBER', 131037],
  ['ERR_WAPP_MSG_NUMBER', 131045],
  ['ERR_WAPP_MSG_REFUSED', 133004], // trouble of Meta's own
  ['ERR_WAPP_MSG_NUMBER', 133000, 133016],
  ['ERR_WAPP_MSG_NUMBER', 136024],
  ['ERR_WAPP_MSG_REFUSED', 33],
  ['ERR_WAPP_MSG_REFUSED', 100],
  ['ERR_WAPP_MSG_REFUSED', 131008, 131009],
  ['ERR_WAPP_MSG_REFUSED', 131021],
  ['ERR_WAPP_MSG_REFUSED', 131051],
  ['ERR_WAPP_MSG_REFUSED', 100_000, 199_999], // any other of Meta's; those of a linked device have three digits
]

export function messageErrorForMetaCode(code: number): string | null {
  return failures.find(([, from, to = from]) => code >= from && code <= to)?.[0] ?? null
}
