import { listContacts } from '@balcao/contract/contacts'
import { searchRateLimit } from '@balcao/contract/endpoint'
import { listTickets } from '@balcao/contract/tickets'
import { expect, it, onTestFinished } from 'vitest'
import { openOwnTestApp } from './test-app'

it.each([
  ['tickets', listTickets],
  ['contacts', listContacts],
] as const)(
  'O3 endless searches of %s are slowed for this user, but not the list or colleagues',
  async (_, list) => {
    const testApp = await openOwnTestApp() // limits
    onTestFinished(() => testApp.close())
    const company = await testApp.company()
    const colleague = await company.person('Rui')
    const query = { searchParam: 'sofá' }
    for (let times = 0; times < searchRateLimit.calls; times += 50)
      await Promise.all(Array.from({ length: 50 }, () => company.admin.does(list, { query })))

    const held = await company.admin.call(list, { query })

    expect([held.status, held.error]).toEqual([429, 'ERR_TOO_MANY_ATTEMPTS'])
    await company.admin.does(list, {})
    await colleague.does(list, { query })
    testApp.pass(searchRateLimit.seconds)
    await company.admin.does(list, { query })
  },
  60_000,
)
