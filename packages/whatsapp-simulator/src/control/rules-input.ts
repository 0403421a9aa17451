import { type LinkingRules, usualRules } from '../linking-rules'
import { Refusal } from './answers'

/** Parses changes of the linking rules from a request: switches are booleans, the others whole numbers. */
export function rulesFrom(body: Record<string, unknown>): Partial<LinkingRules> {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      if (!Object.hasOwn(usualRules, name)) throw new Refusal(400, `no rule is called ${name}`)
      const kind = typeof usualRules[name as keyof LinkingRules] // hasOwn has just proved it
      const fits =
        kind === 'boolean' ? typeof value === 'boolean' : Number.isInteger(value) && Number(value) >= 0
      if (!fits)
        throw new Refusal(400, `${name} must be ${kind === 'boolean' ? 'true or false' : 'a whole number'}`)
      return [name, value]
    }),
  )
}
