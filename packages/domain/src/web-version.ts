/** A version of WhatsApp Web, such as 2.3000.1043857760. Each release increases the last number. */
export type WhatsappWebVersion = readonly [major: number, minor: number, revision: number]

/** The first two numbers, unchanged since WhatsApp Web's rewrite of 2024. */
const fixedVersionParts = [2, 3000] as const
/** A valid version. Revisions have at most ten digits for years to come; a longer number is a mistake. */
const versionPattern = /^2\.3000\.(0|[1-9]\d{0,9})$/

export function parseWhatsappWebVersion(text: string): WhatsappWebVersion | null {
  const revision = versionPattern.exec(text)?.[1]
  return revision === undefined ? null : whatsappWebVersionOfRevision(Number(revision))
}

/** The version with this revision; null for an impossible number. */
export function whatsappWebVersionOfRevision(revision: number): WhatsappWebVersion | null {
  const isPossible = Number.isInteger(revision) && revision > 0 && revision <= 4_294_967_295
  return isPossible ? [...fixedVersionParts, revision] : null
}

export function whatsappWebVersionText(version: WhatsappWebVersion): string {
  return version.join('.')
}

/** Negative when `one` is older than `other`, positive when it is newer. */
export function compareWhatsappWebVersions(one: WhatsappWebVersion, other: WhatsappWebVersion): number {
  const at = one.findIndex((part, index) => part !== other[index])
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}

/** The value of the version setting that means: report the version of WhatsApp's site, not a fixed one. */
export const automaticWhatsappWebVersion = 'automatic'

/** Where the reported version comes from: the setting, WhatsApp's site, or this release of the product. */
export const whatsappWebVersionSources = ['fixed', 'looked-up', 'shipped'] as const
type WebVersionSource = (typeof whatsappWebVersionSources)[number]

export const whatsappWebVersionLookupFailures = [
  'unreachable', // the site did not answer in time, or its answer was not the script
  'no-version', // the script contains no plausible revision
  'older', // the script names an older version than the driver's own
] as const
export type WhatsappWebVersionLookupFailure = (typeof whatsappWebVersionLookupFailures)[number]

const revisionInScript = /client_revision\\?"?\s*[:=]\s*\\?"?(\d+)/

/** The version that the service worker script of WhatsApp's site contains; null when it has none. */
export function whatsappWebVersionInScript(script: string): WhatsappWebVersion | null {
  const digits = revisionInScript.exec(script)?.[1]
  return digits === undefined || digits.length > 10 ? null : whatsappWebVersionOfRevision(Number(digits))
}

/** The version that a new connection reports. `lookedUp` is null when no look-up has succeeded. */
export function chooseWhatsappWebVersion({
  setting,
  lookedUp,
  shipped,
}: {
  readonly setting: WhatsappWebVersion | typeof automaticWhatsappWebVersion
  readonly lookedUp: WhatsappWebVersion | null
  readonly shipped: WhatsappWebVersion
}): { readonly version: WhatsappWebVersion; readonly source: WebVersionSource } {
  if (setting !== automaticWhatsappWebVersion) return { version: setting, source: 'fixed' }
  return lookedUp === null
    ? { version: shipped, source: 'shipped' }
    : { version: lookedUp, source: 'looked-up' }
}
