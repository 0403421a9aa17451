import type { LookUp } from './send-by-token'

/**
 * Coalesces concurrent lookups of the same number into one query: WhatsApp bans numbers with too many queries, and a
 * program that repeats itself does so at once.
 */
export function askOnce(lookUp: LookUp): LookUp {
  const asked = new Map<string, ReturnType<LookUp>>()
  return (companyId, number) => {
    const key = `${companyId} ${number}`
    const answer = asked.get(key) ?? lookUp(companyId, number).finally(() => asked.delete(key))
    asked.set(key, answer)
    return answer
  }
}
