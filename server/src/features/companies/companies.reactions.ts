import { reactionPoint } from '../../platform/reactions'

/** The company's days begin at another moment: what is kept by day is another day's now. Its row is locked. */
export const companyDaysChanged = reactionPoint<Record<never, never>>('company days changed')
