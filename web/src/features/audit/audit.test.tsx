import {
  type AuditEntryView,
  listAuditEntries,
  listPlatformAuditEntries,
  recordAuditExport,
} from '@balcao/contract/audit'
import { listUserChoices } from '@balcao/contract/people'
import { auditActs, auditDetailFields } from '@balcao/domain/audit'
import { campaignStatuses } from '@balcao/domain/campaigns'
import { companyLanguages } from '@balcao/domain/companies'
import type { CompanyId } from '@balcao/domain/ids'
import { planFlags } from '@balcao/domain/plans'
import { credentialSettingKeys, settingDefinitions, settingKeys } from '@balcao/domain/settings'
import { screen, waitFor, within } from '@testing-library/react'
import i18next from 'i18next'
import { expect, it, vi } from 'vitest'
import { texts } from '../../testing/all-texts'
import { type FakeServer, failed } from '../../testing/fake-server'
import { anAdmin, companyId, userId } from '../../testing/makers'
import { openApp } from '../../testing/open-app'
import { auditSheetRows } from './audit-export'

const anEntry = (change: Partial<AuditEntryView> = {}): AuditEntryView => ({
  id: 1,
  at: '2026-11-20T12:00:00.000Z',
  act: 'user.rightsChanged',
  company: { id: companyId, name: 'Casa Ipê Móveis' },
  user: { id: userId(1), name: 'Davi Farias' },
  address: '203.0.113.7',
  subject: { id: 2, name: 'Ana Lima' },
  detail: { profile: 'supervisor', queues: 'Vendas', allTicket: false, formerProfile: 'user' },
  ...change,
})
const aPage = (entries: AuditEntryView[], next: string | null = null) => ({ entries, next })

function openAudit(serve: (server: FakeServer) => void, search = '', isSuper = false) {
  return openApp({
    path: `/settings?tab=audit${search}`,
    as: anAdmin({ super: isSuper }),
    serve: (server) => {
      server.on(listUserChoices, () => [{ id: userId(2), name: 'Ana Lima', queues: [] }])
      serve(server)
    },
  })
}

it("O4 an admin reads who did what, when and from where, in the page's language", async () => {
  openAudit((server) => server.on(listAuditEntries, () => aPage([anEntry()])))

  const [, row] = within(await screen.findByRole('table', { name: 'Auditoria' })).getAllByRole('row')
  const words = row?.textContent
  expect(words).toContain('Alterou o que um usuário pode fazer')
  expect(words).toContain('Ana Lima')
  expect(words).toContain('Davi Farias')
  expect(words).toContain('203.0.113.7')
  expect(words).toContain(
    'Perfil: Supervisor · Filas: Vendas · Vê todos os que aguardam: não · Perfil anterior: Usuário',
  )
  expect(screen.queryByRole('combobox', { name: 'Auditoria de' })).toBeNull()
})

it('O4 filters by act, user and days, which the URL has, and loads older pages', async () => {
  const { person, server, router } = openAudit(
    (fake) =>
      fake.on(listAuditEntries, ({ query }) =>
        query.before === undefined
          ? aPage([anEntry()], '2026-11-20T12:00:00.000Z_1')
          : aPage([anEntry({ id: 2, act: 'user.deleted' })]),
      ),
    '&from=2026-11-01',
  )

  await person.click(await screen.findByRole('combobox', { name: 'Quem' }))
  await person.click(await screen.findByRole('option', { name: 'Ana Lima' }))
  await waitFor(() => expect(server.received(listAuditEntries).at(-1)?.query).toMatchObject({ userId: 2 }))
  await person.click(await screen.findByRole('button', { name: 'Mostrar mais antigos' }))

  await screen.findByText('Excluiu um usuário', { selector: 'span' })
  expect(server.received(listAuditEntries).at(-1)?.query).toMatchObject({
    userId: 2,
    from: '2026-11-01',
    before: { id: 1 },
  })
  expect(router.state.location.search).toBe('?tab=audit&user=2&from=2026-11-01')
  await person.click(screen.getByRole('button', { name: 'Limpar filtros' }))
  await waitFor(() => expect(router.state.location.search).toBe('?tab=audit'))
})

it("O4 the platform's owner reads every company, or one of them", async () => {
  const { person, server } = openAudit(
    (fake) =>
      fake
        .on(listAuditEntries, () => aPage([]))
        .on(listPlatformAuditEntries, () =>
          aPage([
            anEntry({ company: { id: 9 as CompanyId, name: null } }),
            anEntry({ id: 2, act: 'login.failed', company: null, user: null, subject: null, detail: {} }),
          ]),
        ),
    '',
    true,
  )
  await screen.findByRole('heading', { name: 'Nada registrado aqui' })

  await person.click(screen.getByRole('combobox', { name: 'Auditoria de' }))
  await person.click(await screen.findByRole('option', { name: 'Toda a plataforma' }))
  expect((await screen.findAllByText('Tentou entrar e não conseguiu')).length).toBeGreaterThan(0)
  await person.click(screen.getByRole('button', { name: 'Empresa 9 (excluída)' }))

  await waitFor(() =>
    expect(server.received(listPlatformAuditEntries).at(-1)?.query).toMatchObject({ companyId: 9 }),
  )
})

it('O4 saves the shown entries as a spreadsheet, page by page, and the trail records it', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:trail')
  const { person, server } = openAudit((fake) =>
    fake
      .on(recordAuditExport, () => ({ message: 'noted' }))
      .on(listAuditEntries, ({ query }) =>
        query.before === undefined
          ? aPage([anEntry()], '2026-11-20T12:00:00.000Z_1')
          : aPage([anEntry({ id: 2 })]),
      ),
  )

  await person.click(await screen.findByRole('button', { name: 'Exportar planilha' }))

  await waitFor(() => expect(saved).toHaveBeenCalled())
  expect(server.received(recordAuditExport)).toHaveLength(1)
})

it('O4 the spreadsheet has the same text, and no formulas', () => {
  const t = i18next.getFixedT('pt-BR', 'audit')

  const [head, row] = auditSheetRows([anEntry({ subject: { id: 2, name: '=cmd()' } })], t)

  expect(head?.slice(1, 5)).toEqual(['Empresa', 'Quem', 'O que fez', 'A quem ou a quê'])
  expect(row?.slice(1, 5)).toEqual([
    'Casa Ipê Móveis',
    'Davi Farias',
    'Alterou o que um usuário pode fazer',
    "'=cmd()",
  ])
})

it('formats the days and instants of details', () => {
  const t = i18next.getFixedT('pt-BR', 'audit')

  const [, row] = auditSheetRows([anEntry({ detail: { until: '2026-12-10', reason: 'pedido' } })], t)

  expect(row?.[5]).toBe('Até: 10/12/2026 · Motivo: pedido')
})

it('a login shows its browser, and its name only once', async () => {
  const browser =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36'
  const subject = { id: 1, name: 'Davi Farias' }
  openAudit((server) =>
    server.on(listAuditEntries, () =>
      aPage([anEntry({ act: 'login.succeeded', subject, detail: { browser } })]),
    ),
  )

  const [, row] = within(await screen.findByRole('table', { name: 'Auditoria' })).getAllByRole('row')
  expect(row?.textContent).toContain('Navegador: Chrome, Windows')
  expect(row?.textContent?.match(/Davi Farias/g)).toHaveLength(1)
})

it('a failed load is reported and can be retried', async () => {
  const { person, server } = openAudit((fake) =>
    fake.on(listAuditEntries, () => {
      throw failed(500, {})
    }),
  )

  await person.click(await screen.findByRole('button', { name: 'Tentar de novo' }))

  await waitFor(() => expect(server.received(listAuditEntries).length).toBeGreaterThan(1))
})

it.each(['pt', 'en', 'es'])('I18N-01 every act of the trail has a text in %s', (language) => {
  const words = (texts[language]?.audit?.act ?? {}) as Record<string, Record<string, string>>

  const missing = auditActs.filter((act) => {
    const [thing = '', what = ''] = act.split('.')
    return words[thing]?.[what] === undefined
  })

  expect(missing).toEqual([])
})

it.each(['pt', 'en', 'es'])('I18N-01 every field of the trail has a text in %s', (language) => {
  const words = Object(texts[language]?.audit?.detail)

  expect(auditDetailFields.filter((field) => typeof words[field] !== 'string')).toEqual([])
})

it.each(['pt', 'en', 'es'])('I18N-01 our own names and values have texts in %s', (language) => {
  const words = Object(texts[language]?.audit?.value)
  const ofSettings = settingKeys.flatMap((key) => [key, ...settingDefinitions[key].values])
  const ours = [
    ...ofSettings,
    ...credentialSettingKeys,
    ...planFlags,
    ...campaignStatuses,
    ...companyLanguages,
  ]

  expect(ours.filter((one) => typeof words[one] !== 'string')).toEqual([])
})

it('O4 a changed setting, and an export of one act, are described in sentences', async () => {
  const entries = [
    anEntry({ act: 'setting.changed', detail: { key: 'messageRetention', value: '12' } }),
    anEntry({ id: 2, act: 'campaigns.settingsChanged', detail: { messageInterval: 20 } }),
    anEntry({ id: 3, act: 'audit.exported', detail: { act: 'user.created' } }),
  ]
  openAudit((server) => server.on(listAuditEntries, () => aPage(entries)))

  const table = await screen.findByRole('table', { name: 'Auditoria' })
  expect(table.textContent).toContain('Nome: Guardar conversas · Valor: Por 1 ano')
  expect(table.textContent).toContain('Intervalo entre mensagens (s): 20')
  expect(table.textContent).toContain('Ação: Criou um usuário')
})
