/**
 * The demands of the simulated WhatsApp while a number is being linked. Facts of 2026 that can be switched one by one;
 * each was observed in a client, a fork or WhatsApp Web's own modules.
 */
export interface LinkingRules {
  /** Number of scans that WhatsApp answers by asking for a new secret (`companion_reg_refresh`) before one succeeds. */
  refresh: number
  /**
   * The phone scans the retired code once more, and WhatsApp forwards that: the companion itself has to refuse a link
   * under a retired secret. Off: WhatsApp refuses such a scan at once.
   */
  passesRetired: boolean
  /** Letters only for a display name of a known browser on a known system. */
  knownName: boolean
  /** Letters only with a zero nonce byte. */
  zeroNonce: boolean
  /** Every request for letters is refused with this code; 0 refuses none. */
  refuseLetters: number
  /** Beside its answer the phone sends a `link_code_companion_reg` without keys, which needs no answer. */
  keylessRegistration: boolean
  /** When the letters are typed, WhatsApp withdraws them instead (stage `refresh_code`). */
  withdrawLetters: boolean
  /** Each notification before the login must be acknowledged: it is sent once more, then the socket is closed. */
  acknowledgements: boolean
  /** Each notification before the login is sent twice, as after a late acknowledgement. */
  repeatsNotices: boolean
  /** The last part of the oldest version of WhatsApp Web that may link; 0 for any. */
  oldestVersion: number
  /** An old version gets codes, and the phone fails at the scan, instead of a refusal (405) at once. */
  refusesOldAtScan: boolean
  /** Every companion that wants to be linked is refused with this code; 0 refuses none. */
  refuseRegistration: number
  /** The phone does not finish: it is switched off after the letters are typed. */
  silentPhone: boolean
  /** The account asks for its passkey after a scan or letters, and links nothing without it. */
  passkey: boolean
}

/** WhatsApp for most accounts in 2026. */
export const usualRules: LinkingRules = {
  refresh: 0,
  passesRetired: false,
  knownName: true,
  zeroNonce: true,
  refuseLetters: 0,
  keylessRegistration: false,
  withdrawLetters: false,
  acknowledgements: true,
  repeatsNotices: false,
  oldestVersion: 0,
  refusesOldAtScan: false,
  refuseRegistration: 0,
  silentPhone: false,
  passkey: false,
}

/** WhatsApp in 2025: it has none of these demands. */
export const formerRules: LinkingRules = {
  ...usualRules,
  knownName: false,
  zeroNonce: false,
  acknowledgements: false,
}
