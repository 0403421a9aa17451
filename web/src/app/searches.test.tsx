import { listAnnouncements } from '@balcao/contract/announcements'
import { listPlatformInvoices } from '@balcao/contract/billing'
import { getCampaign, listCampaignShippings, listCampaigns, listOptOuts } from '@balcao/contract/campaigns'
import { listChats } from '@balcao/contract/chats'
import { listCompanies } from '@balcao/contract/companies'
import { listContactListItems, listContactLists } from '@balcao/contract/contact-lists'
import { listContactChoices, listContacts } from '@balcao/contract/contacts'
import type { Endpoint } from '@balcao/contract/endpoint'
import { listFileLists } from '@balcao/contract/file-lists'
import { listIntegrations } from '@balcao/contract/integrations'
import { listKanbanTickets } from '@balcao/contract/kanban'
import { searchMessages } from '@balcao/contract/messages'
import { getSessionUser, listUsers, refreshAccessToken } from '@balcao/contract/people'
import { listQuickMessages } from '@balcao/contract/quick-messages'
import { listTags } from '@balcao/contract/tags'
import { listTickets } from '@balcao/contract/tickets'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { useFileListChoices } from '../features/campaigns/api/choices'
import { useQuickSwitchResults } from '../features/keyboard/api/find-places'
import { useTicketPickerResult } from '../features/shares/api/shares'
import { useContactChoices } from '../lib/lists/contact-choices'
import { aWholeCampaign } from '../testing/campaign-makers'
import { type FakeServer, fakeServer } from '../testing/fake-server'
import { anAdmin } from '../testing/makers'
import { openApp } from '../testing/open-app'
import { serveAll } from '../testing/serve-all'
import { anasTicket, talk } from '../testing/talk'

/** Every source file of the web, by its path under `src`. */
const sources = Object.entries(
  import.meta.glob<string>('../**/*.{ts,tsx}', { eager: true, query: '?raw', import: 'default' }),
)
  .map(([path, source]) => [path.replace('../', '').replace(/^\.\//, 'app/'), source] as const)
  .filter(([path]) => !/\.test\.tsx?$|^testing\//.test(path))
const filesWith = (pattern: RegExp) =>
  sources.flatMap(([path, source]) => (pattern.test(source) ? [path] : [])).toSorted()

/** A list that follows typed text: the file that debounces it, the page, and the page's call. */
interface Search {
  readonly file: string
  readonly path: string
  readonly asks: Endpoint
  /** The clicks that lead to its field on that page. */
  readonly clicks?: readonly RegExp[]
  readonly field?: RegExp
}

const everyRecord = 'ui/searched-records.tsx'
const searches: readonly Search[] = [
  { file: everyRecord, path: '/quick-messages', asks: listQuickMessages },
  { file: everyRecord, path: '/tags', asks: listTags },
  { file: everyRecord, path: '/files', asks: listFileLists },
  { file: everyRecord, path: '/queue-integration', asks: listIntegrations },
  { file: everyRecord, path: '/announcements', asks: listAnnouncements },
  { file: 'features/users/users-page.tsx', path: '/users', asks: listUsers },
  { file: 'features/contacts/contacts-page.tsx', path: '/contacts', asks: listContacts },
  { file: 'features/chats/chat-list-pane.tsx', path: '/chats', asks: listChats },
  { file: 'features/companies/companies-admin.tsx', path: '/settings?tab=companies', asks: listCompanies },
  { file: 'features/contact-lists/contact-lists-page.tsx', path: '/contact-lists', asks: listContactLists },
  {
    file: 'features/contact-lists/listed-contacts-page.tsx',
    path: '/contact-lists/1/contacts',
    asks: listContactListItems,
  },
  { file: 'features/campaigns/campaigns-page.tsx', path: '/campaigns', asks: listCampaigns },
  {
    file: 'features/campaigns/campaigns-config-page.tsx',
    path: '/campaigns-config?tab=optOuts',
    asks: listOptOuts,
  },
  { file: 'features/campaigns/shipping-table.tsx', path: '/campaign/1/report', asks: listCampaignShippings },
  {
    file: 'features/billing/platform-invoices.tsx',
    path: '/financeiro',
    clicks: [/Todas as empresas/],
    asks: listPlatformInvoices,
  },
  { file: 'features/kanban/kanban-page.tsx', path: '/kanban', asks: listKanbanTickets },
  { file: 'features/tickets/list/search-fields.tsx', path: '/tickets?tab=search', asks: listTickets },
  {
    file: 'features/messages/search/search-bar.tsx',
    path: `/tickets/${anasTicket.uuid}`,
    clicks: [/Buscar nesta conversa/],
    field: /Buscar nesta conversa/,
    asks: searchMessages,
  },
]

/** Fields of dialogs with matching choices, by the hook that fetches them. */
const fields: readonly (readonly [file: string, useFound: (words: string) => unknown, asks: Endpoint])[] = [
  ['lib/lists/contact-choices.ts', useContactChoices, listContactChoices],
  ['features/keyboard/api/find-places.ts', useQuickSwitchResults, listTickets],
  ['features/shares/api/shares.ts', useTicketPickerResult, listTickets],
  ['features/campaigns/api/choices.ts', useFileListChoices, listFileLists],
]

/** Lists with a text and a filter: the field of the filter, the choice, and the resulting call. */
const filtered: readonly (readonly [
  path: string,
  field: string,
  choice: RegExp,
  asks: Endpoint,
  chosen: object,
])[] = [
  ['/contact-lists/1/contacts', 'Situação do número', /^Válido$/, listContactListItems, { state: 'valid' }],
  ['/campaign/1/report', 'Situação do envio', /^Falhou/, listCampaignShippings, { state: 'failed' }],
  ['/financeiro', 'Quais faturas', /^Pagas$/, listPlatformInvoices, { status: 'paid' }],
]

/** Other debounces of 500 ms, without typed text or without a call: tested beside their files. */
const provenElsewhere = [
  'features/tickets/dialogs/transfer-dialog.tsx', // the people are fetched once, and filtered here
  'features/tickets/list/sub-tabs.tsx', // counts, by the filters of the list
  'features/tickets/list/list-pane.tsx', // tabs and filters of the list
]

/** Search fields without a call, and fields whose text another file debounces. */
const fieldsElsewhere: Readonly<Record<string, string>> = {
  'features/campaigns/opt-outs.tsx': 'features/campaigns/campaigns-config-page.tsx',
  'features/shares/ticket-choice.tsx': 'features/shares/api/shares.ts',
  'features/keyboard/quick-switch.tsx': 'features/keyboard/api/find-places.ts',
  'features/tickets/list/list-pane.tsx': 'features/tickets/list/search-fields.tsx',
  'ui/search-box.tsx': everyRecord,
}

/** Search fields that choose among rows that the page has. */
const withoutCall = ['features/message-templates/message-templates-page.tsx']

describe('GEN-10 every list that follows typed text', () => {
  it('these tables have every debounce, and every search field', () => {
    const walked = new Set([...searches.map(({ file }) => file), ...fields.map(([file]) => file)])

    expect(filesWith(/limits\.searchDebounce/)).toEqual([...walked, ...provenElsewhere].toSorted())
    const withField = filesWith(/<SearchBox|type="search"/)
    expect(withField.filter((path) => !walked.has(fieldsElsewhere[path] ?? path))).toEqual(withoutCall)
    const pagesOfRecords = filesWith(/<SearchableRecordPage\b/)
    expect(pagesOfRecords).toHaveLength(searches.filter(({ file }) => file === everyRecord).length)
  })

  it.each(searches)('$path asks once, 500 ms after the last letter', async (search) => {
    const { server, person } = openApp({ path: search.path, as: davi, serve })
    for (const name of search.clicks ?? []) {
      await person.click(await screen.findByRole(/Todas/.test(name.source) ? 'tab' : 'button', { name }))
    }
    const field = await screen.findByRole('searchbox', search.field && { name: search.field })

    await expectOneQuestion(server, search.asks, (words) =>
      fireEvent.change(field, { target: { value: words } }),
    )
  })

  it.each(filtered)(
    '%s asks once for the text and the filter %s together',
    async (path, name, choice, asks, chosen) => {
      const { server, person } = openApp({ path, as: davi, serve })
      for (const { clicks = [] } of searches.filter((search) => search.path === path)) {
        for (const tab of clicks) await person.click(await screen.findByRole('tab', { name: tab }))
      }
      const field = await screen.findByRole('searchbox')
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
      onTestFinished(() => void vi.useRealTimers())
      const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
      await advance(500)
      const before = server.received(asks).length

      fireEvent.change(field, { target: { value: 'marina' } })
      await advance(300)
      fireEvent.mouseDown(screen.getByRole('combobox', { name }))
      fireEvent.click(screen.getByRole('option', { name: choice }))
      await advance(499)
      expect(server.received(asks)).toHaveLength(before)
      await advance(1)
      await advance(2_000)

      expect(server.received(asks).slice(before)).toEqual([
        expect.objectContaining({ query: expect.objectContaining({ searchParam: 'marina', ...chosen }) }),
      ])
    },
  )

  it.each(fields)('%s asks once, 500 ms after the last letter', async (_, useFound, asks) => {
    function Field() {
      const [words, setWords] = useState('')
      useFound(words)
      return <input aria-label="words" value={words} onChange={({ target }) => setWords(target.value)} />
    }
    const server = fakeServer()
    serve(server)
    render(
      <QueryClientProvider client={new QueryClient()}>
        <Field />
      </QueryClientProvider>,
    )
    onTestFinished(cleanup)
    const field = screen.getByLabelText('words')

    await expectOneQuestion(server, asks, (words) => fireEvent.change(field, { target: { value: words } }))
  })
})

const davi = anAdmin({ super: true })

/** Serves empty answers, except for the subject of the page. */
function serve(server: FakeServer): void {
  serveAll(server)
  talk()(server)
  server.on(getCampaign, () => aWholeCampaign({ status: 'EM_ANDAMENTO' }))
  server.on(getSessionUser, () => davi).on(refreshAccessToken, () => ({ token: 'a-token', user: davi }))
}

/** Types `marina`, a letter each 100 ms. */
async function expectOneQuestion(server: FakeServer, asks: Endpoint, type: (words: string) => void) {
  const withWords = () =>
    server
      .received(asks)
      .map(({ query }) => /"(m[arin]*)"/.exec(JSON.stringify(query))?.[1])
      .filter((words) => words !== undefined)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

  for (const words of ['m', 'ma', 'mar', 'mari', 'marin', 'marina']) {
    type(words)
    await advance(words === 'marina' ? 499 : 100)
  }
  expect(withWords()).toEqual([])
  await advance(1)
  await advance(2_000)

  expect(withWords()).toEqual(['marina'])
}
