/** The maximum length of a support visit, in minutes. */
export const maxSupportVisitMinutes = 60
