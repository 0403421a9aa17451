/** The size of a generated company. */
export interface CompanySize {
  readonly users: number
  readonly queues: number
  readonly connections: number
  readonly contacts: number
  readonly tickets: number
  /** Approximate: conversations differ in length, and this is their sum on average. */
  readonly messages: number
  /** Of one additional conversation, with the first contact; 0 for none. */
  readonly longConversation: number
}

/** The measured company, at size 1; the factor scales the data that grow over years, not the users. */
export function greatCompany(factor: number): CompanySize {
  return {
    users: 30,
    queues: 10,
    connections: 2,
    contacts: 20_000 * factor,
    tickets: 50_000 * factor,
    messages: 1_000_000 * factor,
    longConversation: 100_000 * factor,
  }
}

/** Each of the nineteen others: a hundredth, so that the tables hold foreign rows between the measured ones. */
export function smallCompany(factor: number): CompanySize {
  return {
    users: 5,
    queues: 3,
    connections: 1,
    contacts: 200 * factor,
    tickets: 500 * factor,
    messages: 10_000 * factor,
    longConversation: 0,
  }
}

export const smallCompanies = 19
/** The share of all tickets; the rest is closed. */
export const openShare = 0.05
export const pendingShare = 0.02
export const days = 180
/** The end of the generated period, so that the same seed gives the same rows on any day. */
export const lastMoment = new Date('2026-11-20T12:00:00Z')
