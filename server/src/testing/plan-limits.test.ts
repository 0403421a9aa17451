import { createConnection } from '@balcao/contract/connections'
import { createUser } from '@balcao/contract/people'
import { createQueue } from '@balcao/contract/queues'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type Person, type TestApp } from './test-app'

// Two hundred at once, by several admins, so that a count without a lock would exceed the limit.
const atOnce = 200
const limit = 7

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const colourOf = (n: number) => `#${(0x100000 + n).toString(16)}`
const kinds = {
  users: (admin: Person, n: number) =>
    admin.call(createUser, {
      body: { name: `Pessoa ${n}`, email: `p${n}-${admin.email}`, password: 'uma senha boa' },
    }),
  connections: (admin: Person, n: number) =>
    admin.call(createConnection, { body: { name: `Linha ${n}`, isDefault: n % 2 === 0 } }),
  queues: (admin: Person, n: number) =>
    admin.call(createQueue, { body: { name: `Fila ${n}`, color: colourOf(n) } }),
}

it.each(['users', 'connections', 'queues'] as const)(
  `PLAN-09 I4 of ${atOnce} %s created at once with a limit of ${limit} the rest is refused`,
  async (kind) => {
    const company = await testApp.company({ plan: { users: 50, connections: 50, queues: 50, [kind]: limit } })
    // Admins are users themselves and count.
    const admins = [company.admin, await company.person('Bia', { profile: 'admin' })]
    const taken = kind === 'users' ? admins.length : 0

    const answers = await Promise.all(
      Array.from({ length: atOnce }, (_, n) => kinds[kind](admins[n % admins.length] ?? company.admin, n)),
    )

    const made = answers.filter(({ status }) => status === 200)
    expect(made).toHaveLength(limit - taken)
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ error }) => error))).toEqual(
      new Set(['ERR_PLAN_LIMIT']),
    )
    expect(await testApp.table(kind).count({ company_id: company.id })).toBe(limit)
    if (kind !== 'connections') return
    const defaults = { company_id: company.id, is_default: true }
    expect(await testApp.table('connections').count(defaults)).toBe(1)
  },
  60_000,
)
