import { describe, expect, test } from 'vitest'
import { circles, forbidden, strayPlatformActs } from './check-arrows.mjs'
import { importsOf } from './imports.mjs'

const TICKETS = 'server/src/features/tickets/accept-ticket.ts'

/** @param {string} file @param {string} specifier */
const importing = (file, specifier) => importsOf(file, `import { something } from '${specifier}'`)

describe('the arrows of the architecture', () => {
  test.each([
    [TICKETS, '@balcao/whatsapp/gateway'],
    [TICKETS, '../../platform/work'],
    [TICKETS, '../../outside/bots/port'],
    [TICKETS, '../queues/queues.read'],
    [TICKETS, '../queues/queues.access'],
    [TICKETS, '../messages/post-greeting'],
    [TICKETS, '../users/users.hooks'],
    ['server/src/processes/main.ts', '../features/tickets/tickets.feature'],
    ['web/src/features/tickets/ticket-list.tsx', '../../ui/infinite-list'],
    ['web/src/ui/text-input.tsx', '@mui/material/OutlinedInput'],
    ['packages/domain/src/tickets.ts', './people'],
  ])('%s may import %s', (file, specifier) => {
    expect(forbidden(importing(file, specifier))).toEqual([])
  })

  test.each([
    [TICKETS, '@balcao/whatsapp/baileys-gateway', 'no arrow from features to whatsapp/baileys-gateway'],
    [TICKETS, '../../outside/bots/typebot', 'no arrow from features to outside/bots/typebot'],
    [TICKETS, '../../realtime/subscribers', 'no arrow from features to realtime'],
    [TICKETS, '../queues/queues.queries', "another feature's verbs"],
    [TICKETS, '../queues/queues.routes', "another feature's verbs"],
    [
      'server/src/realtime/subscribers.ts',
      '../features/tickets/tickets.read',
      'no arrow from realtime to features',
    ],
    ['server/src/platform/work.ts', '../features/tickets/tickets.read', 'no arrow from platform to features'],
    [
      'server/src/outside/pix/efi.ts',
      '../../platform/database/db',
      'no arrow from outside to platform/database/db',
    ],
    ['web/src/lib/call.ts', '../../../server/src/platform/work', 'no arrow from web to platform'],
    [
      'web/src/features/tickets/ticket-list.tsx',
      '../users/user-name',
      'features of the web meet only in app',
    ],
    ['web/src/ui/table.tsx', '../features/tickets/ticket-list', 'web/src/ui lies below web/src/features'],
    [
      'packages/whatsapp/src/link.ts',
      '@balcao/whatsapp-simulator/simulator',
      'no arrow from whatsapp to simulator',
    ],
    ['packages/contract/src/tickets.ts', 'node:crypto', 'contract also runs in a browser'],
    ['packages/domain/src/tickets.ts', 'zod', 'domain takes no packages but'],
    ['web/src/features/tickets/ticket-list.tsx', '@mui/material/Button', 'only web/src/ui imports it'],
    ['web/src/app/providers.tsx', '@emotion/react', 'only web/src/ui imports it'],
  ])('%s may not import %s', (file, specifier, reason) => {
    expect(forbidden(importing(file, specifier))).toEqual([expect.stringContaining(reason)])
  })

  test.each([
    "import type { X } from '../../realtime/subscribers'",
    "export { x } from '../../realtime/subscribers'",
    "const x = await import('../../realtime/subscribers')",
    "type X = import('../../realtime/subscribers').X",
  ])('every form of import is found: %s', (text) => {
    expect(forbidden(importsOf(TICKETS, text))).toHaveLength(1)
  })

  test('a feature may name the types of another one, in any file', () => {
    expect(forbidden(importsOf(TICKETS, "import type { QueueRow } from '../queues/queues.queries'"))).toEqual(
      [],
    )
  })

  test('a test may import anything for its set-up', () => {
    expect(
      forbidden(importing('packages/whatsapp/src/link.test.ts', '@balcao/whatsapp-simulator/simulator')),
    ).toEqual([])
  })
})

describe('cycles', () => {
  test('features that use one another are reported, even through different files', () => {
    const imports = [
      ...importing('server/src/features/tickets/accept-ticket.ts', '../messages/post-greeting'),
      ...importing('server/src/features/messages/store-incoming.ts', '../tickets/tickets.read'),
    ]

    expect(circles(imports)).toEqual([
      expect.stringContaining('features in a circle: tickets → messages → tickets'),
    ])
  })

  test('files that need one another only for their types are no cycle', () => {
    const imports = [
      ...importsOf('packages/domain/src/a.ts', "import type { B } from './b'"),
      ...importsOf('packages/domain/src/b.ts', "import { a } from './a'"),
    ]

    expect(circles(imports)).toEqual([])
  })

  test('files that need one another to run are reported once', () => {
    const imports = [
      ...importsOf('packages/domain/src/a.ts', "import { b } from './b'"),
      ...importsOf('packages/domain/src/b.ts', "import { a } from './a'"),
    ]

    expect(circles(imports)).toHaveLength(1)
  })
})

describe('acts over all companies', () => {
  test('are reported when they are not on the list', () => {
    const texts = new Map([
      ['server/src/features/tickets/accept-ticket.ts', 'await withPlatform("why", act)'],
      ['server/src/features/auth/log-in.ts', 'await withPlatform("why", act)'],
    ])

    expect(strayPlatformActs(texts)).toEqual([
      expect.stringContaining('tickets/accept-ticket.ts uses withPlatform'),
    ])
  })
})
