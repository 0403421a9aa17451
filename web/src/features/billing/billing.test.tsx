import {
  cancelInvoice,
  confirmPayment,
  createSubscription,
  getCheckout,
  getInvoice,
  type InvoiceView,
  listInvoices,
  listPlatformInvoices,
  markPaymentHandled,
  type PixChargeView,
  type PlatformInvoiceView,
  paymentWebhook,
  saveSupportContact,
  simulatePayment,
} from '@balcao/contract/billing'
import { liveChannel } from '@balcao/contract/live'
import { getSessionUser } from '@balcao/contract/people'
import { listPublicPlans, type PlanView } from '@balcao/contract/plans'
import { getStorageUse } from '@balcao/contract/storage'
import { listTickets } from '@balcao/contract/tickets'
import { dayOf } from '@balcao/domain/days'
import type { CompanyId, InvoiceId, PlanId } from '@balcao/domain/ids'
import { addMonths } from '@balcao/domain/recurrence'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { type FakeServer, failed, refused } from '../../testing/fake-server'
import { anAdmin, aSessionUser, companyId, times } from '../../testing/makers'
import { openApp } from '../../testing/open-app'
import { aTicket } from '../../testing/ticket-makers'
import { invoiceStateOf } from './standing'
import { trialTextKeyAndDays } from './subscription-page'

const anInvoice = (change: Partial<InvoiceView> = {}): InvoiceView => ({
  id: 12 as InvoiceId, // branding
  detail: 'Completo',
  value: 1199.9,
  dueDate: '2036-12-10',
  status: 'open',
  attention: null,
  ...times,
  ...change,
})
const code = '00020126580014br.gov.bcb.pix-do-teste6304ABCD'
const aCharge = (change: Partial<PixChargeView> = {}): PixChargeView => ({
  txid: 'FAT12X0A',
  invoiceId: 12 as InvoiceId,
  status: 'ATIVA',
  calendario: { criacao: new Date().toISOString(), expiracao: 3600 },
  valor: { original: '1199.90' },
  qrcode: { qrcode: code },
  provider: 'efi',
  ...change,
})
const gold: PlanView = {
  ...(anAdmin().company.plan as PlanView), // the maker has one
  id: 2 as PlanId,
  name: 'Ouro',
  value: 249.5,
  users: 20,
}
const kept = { name: 'Ana Lima', address: 'Rua A, 1', city: 'Recife', state: '', zipcode: '50000-000' }

function openInvoices(serve?: (server: FakeServer) => void, as = anAdmin(), charge = aCharge()) {
  const invoices = [anInvoice()]
  const app = openApp({
    path: '/financeiro',
    as,
    serve: (server) => {
      server
        .on(listInvoices, () => ({ invoices, count: invoices.length, hasMore: false }))
        .on(getInvoice, () => invoices[0] ?? anInvoice())
        .on(getCheckout, () => ({ provider: 'efi' as const, planId: 1 as PlanId, months: 1, billing: kept }))
        .on(listPublicPlans, () => [gold])
        .on(createSubscription, () => charge)
      serve?.(server)
    },
  })
  return { ...app, invoices }
}

async function goTo(step: 'Personalizar' | 'Revisar' | 'Pix', { person }: ReturnType<typeof openInvoices>) {
  await person.click(await screen.findByRole('button', { name: 'PAGAR fatura 12' }))
  await screen.findByLabelText('Nome completo')
  await person.click(screen.getByRole('button', { name: 'Avançar' }))
  await screen.findByRole('radio', { name: /Ouro/ })
  if (step === 'Personalizar') return
  await person.click(screen.getByRole('button', { name: 'Avançar' }))
  await screen.findByText('Total')
  if (step === 'Revisar') return
  await person.click(screen.getByRole('button', { name: 'PAGAR' }))
  await screen.findByText('Aguardando o pagamento…')
}

it('INVOICE-02 INVOICE-03 INVOICE-04 INVOICE-05 INVOICE-06 SHELL-24 the list of invoices', async () => {
  const rows = [
    anInvoice({ id: 3 as InvoiceId }),
    anInvoice({ id: 2 as InvoiceId, dueDate: '2020-03-01' }),
    anInvoice({ id: 1 as InvoiceId, status: 'paid', dueDate: '2020-02-01' }),
  ]
  openInvoices((server) => server.on(listInvoices, () => ({ invoices: rows, count: 3, hasMore: false })))

  const table = await screen.findByRole('table', { name: 'Faturas' })
  const [head, ...body] = within(table).getAllByRole('row')
  const cells = body.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent))
  expect([...(head?.querySelectorAll('th') ?? [])].map((cell) => cell.textContent)).toEqual([
    'Id',
    'Detalhes',
    'Valor',
    'Data Venc.',
    'Status',
    'Ação',
  ])
  expect(cells).toEqual([
    ['3', 'Completo', 'R$ 1.199,90', '10/12/2036', ' Em Aberto', 'PAGAR'],
    ['2', 'Completo', 'R$ 1.199,90', '01/03/2020', ' Vencido', 'PAGAR'],
    ['1', 'Completo', 'R$ 1.199,90', '01/02/2020', ' Pago', 'PAGO'],
  ])
  expect(body.map(({ dataset }) => dataset.tone)).toEqual([undefined, 'red', undefined])
  expect((screen.getByRole('button', { name: 'PAGO: fatura 1' }) as HTMLButtonElement).disabled).toBe(true)
})

it.each([
  ['2026-11-20', 'open', 'open'],
  ['2026-11-19', 'open', 'late'],
  ['2026-11-19', 'paid', 'paid'],
] as const)('INVOICE-04 INVOICE-05 due on %s and %s it is %s', (dueDate, status, standing) => {
  // Half past one at night in UTC is still the 20th in São Paulo.
  const now = Date.parse('2026-11-21T01:30:00Z')
  expect(invoiceStateOf(anInvoice({ dueDate, status }), now, 'America/Sao_Paulo')).toBe(standing)
})

it('INVOICE-02 the next page loads near the end', async () => {
  const { server } = openInvoices((fake) =>
    fake.on(listInvoices, ({ query }) => ({
      invoices: [
        anInvoice({ id: (100 - query.pageNumber) as InvoiceId, detail: `Página ${query.pageNumber}` }),
      ],
      count: 2,
      hasMore: query.pageNumber === 1,
    })),
  )
  const table = await screen.findByRole('table', { name: 'Faturas' })
  const scrolls = table.closest('[class*="page"]') as HTMLElement // the page has its own scroll area

  scrolls.dispatchEvent(new Event('scroll', { bubbles: true }))

  await screen.findByText('Página 2')
  expect(server.received(listInvoices).map(({ query }) => query.pageNumber)).toEqual([1, 2])
})

it('SHELL-24 PERM-13 SHELL-26 SHELL-35 /financeiro is for admins, and is in the drawer', async () => {
  const { router } = openInvoices(undefined, aSessionUser())

  await screen.findAllByText('Acesso não permitido')
  const drawer = screen.getByRole('navigation', { name: 'Menu principal' })
  expect(within(drawer).queryByText('Financeiro')).toBeNull()
  expect(within(drawer).getByText('Assinatura')).toBeTruthy()
  await waitFor(() => expect(router.state.location.pathname).toBe('/tickets'))
})

describe('the checkout', () => {
  it.each([
    ['Nome completo', 'O nome completo é obrigatório'],
    ['Endereço', 'O Endereço é obrigatório'],
    ['Cidade', 'Cidade é obrigatória'],
    ['CEP', 'CEP é obrigatório'],
  ])('SUBSCR-02 without %s it shows: %s', async (field, words) => {
    const { person, server } = openInvoices()
    await person.click(await screen.findByRole('button', { name: 'PAGAR fatura 12' }))
    await person.clear(await screen.findByLabelText(field))
    await person.click(screen.getByRole('button', { name: 'Avançar' }))

    await screen.findByText(words)
    expect(screen.queryByRole('radio')).toBeNull()
    expect(server.received(createSubscription)).toEqual([])
  })

  it('SUBSCR-02 SUBSCR-03 the country is Brasil or United States, and none is refused', async () => {
    const { person } = openInvoices()
    await person.click(await screen.findByRole('button', { name: 'PAGAR fatura 12' }))
    await person.click(await screen.findByRole('combobox', { name: 'País' }))
    const offered = within(screen.getByRole('listbox')).getAllByRole('option')
    expect(offered.map(({ textContent }) => textContent)).toEqual([
      'Escolha o país',
      'Brasil',
      'United States',
    ])

    await person.click(offered[0] as HTMLElement) // asserted above
    await person.click(screen.getByRole('button', { name: 'Avançar' }))
    await screen.findByText('País é obrigatório')
  })

  it('GEN-05 the plans are fetched without credentials, although a user is signed in', async () => {
    const app = openInvoices()

    await goTo('Personalizar', app)

    expect(app.server.received(listPublicPlans)).toMatchObject([{ token: null, withCookies: false }])
    expect(app.server.received(getCheckout)).toMatchObject([{ token: 'a-token', withCookies: true }])
  })

  it('SUBSCR-01 SUBSCR-04 SUBSCR-05 SUBSCR-07 SUBSCR-08 leads through the steps to the Pix', async () => {
    const app = openInvoices()
    const { person, server } = app
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await goTo('Revisar', app)
    const steps = within(screen.getByRole('list', { name: 'Etapas do pagamento' })).getAllByRole('listitem')
    expect(steps.map(({ textContent }) => textContent?.replace(/^\d/, ''))).toEqual([
      'Dados',
      'Personalizar',
      'Revisar',
      'Pix',
    ])
    for (const words of ['Completo', 'R$ 1.199,90', '10/12/2036', /Ana Lima/])
      expect(within(screen.getByRole('dialog')).getByText(words)).toBeTruthy()

    await person.click(screen.getByRole('button', { name: 'PAGAR' }))

    await screen.findByText('Assinatura realizada com sucesso!, aguardando a realização do pagamento')
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByTitle('QR Code do Pix')).toBeTruthy()
    expect(dialog.getByText('R$ 1.199,90')).toBeTruthy()
    expect((dialog.getByLabelText('Pix copia e cola') as HTMLInputElement).value).toBe(code)
    await person.click(dialog.getByRole('button', { name: 'Copiar o código Pix' }))
    expect(copied).toHaveBeenCalledWith(code)
    const [asked] = server.received(createSubscription)
    expect(asked?.body).toMatchObject({
      firstName: 'Ana Lima',
      address2: 'Rua A, 1',
      city: 'Recife',
      zipcode: '50000-000',
      country: 'Brasil',
      plan: 1,
      invoiceId: 12,
    })
  })

  it('SUBSCR-01 a plan shows its limits, a single one in the singular', async () => {
    const small = { ...gold, users: 1, connections: 1, queues: 2, storageGigabytes: 10 }
    const app = openInvoices((server) => server.on(listPublicPlans, () => [small]))

    await goTo('Personalizar', app)

    screen.getByText('1 usuário · 1 conexão · 2 filas · 10 GB para arquivos')
  })

  it('SUBSCR-01 another plan can be chosen, at its own price', async () => {
    const app = openInvoices()
    await goTo('Personalizar', app)
    await app.person.click(screen.getByRole('radio', { name: /Ouro/ }))
    await app.person.click(screen.getByRole('button', { name: 'Avançar' }))

    const dialog = within(await screen.findByRole('dialog'))
    expect([dialog.getByText('Ouro'), dialog.getByText('R$ 249,50')]).toHaveLength(2)
    await app.person.click(screen.getByRole('button', { name: 'PAGAR' }))
    await waitFor(() => expect(app.server.received(createSubscription)[0]?.body.plan).toBe(2))
  })

  it('SUBSCR-01 without an open invoice a plan can be chosen, for the months of one payment', async () => {
    const free = anAdmin()
    const plan = { ...(free.company.plan as PlanView), value: 0 }
    const app = openInvoices(
      (server) =>
        server
          .on(listInvoices, () => ({ invoices: [], count: 0, hasMore: false }))
          .on(getCheckout, () => ({
            provider: 'efi' as const,
            planId: plan.id,
            months: 12,
            billing: kept,
          })),
      { ...free, company: { ...free.company, plan } },
    )

    await app.person.click(await screen.findByRole('button', { name: 'Escolha o plano' }))
    await screen.findByLabelText('Nome completo')
    await app.person.click(screen.getByRole('button', { name: 'Avançar' }))
    const gold = await screen.findByRole('radio', { name: /Ouro/ })
    expect((screen.getByRole('button', { name: 'Avançar' }) as HTMLButtonElement).disabled).toBe(true)
    await app.person.click(gold)
    expect(screen.getAllByRole('radio')).toHaveLength(1)
    expect(screen.getByText('Cada pagamento vale por 12 meses.')).toBeTruthy()
    await app.person.click(screen.getByRole('button', { name: 'Avançar' }))
    expect(screen.getByText('R$ 2.994,00')).toBeTruthy()
    await app.person.click(screen.getByRole('button', { name: 'PAGAR' }))

    await screen.findByTitle('QR Code do Pix')
    const sent = app.server.received(createSubscription)[0]?.body
    expect([sent?.plan, sent?.invoiceId]).toEqual([2, undefined])
  })

  it('SUBSCR-11 the review of leaving a free plan shows the new last day before the payment', async () => {
    const free = anAdmin()
    const plan = { ...(free.company.plan as PlanView), value: 0 }
    const company = { ...free.company, plan, dueDate: '2046-12-06T02:59:59.999Z' }
    const app = openInvoices(
      (server) => server.on(listInvoices, () => ({ invoices: [], count: 0, hasMore: false })),
      { ...free, company },
    )
    const last = addMonths(addMonths(dayOf(new Date(), company.timeZone), 1), 1)

    await app.person.click(await screen.findByRole('button', { name: 'Escolha o plano' }))
    await screen.findByLabelText('Nome completo')
    await app.person.click(screen.getByRole('button', { name: 'Avançar' }))
    await app.person.click(await screen.findByRole('radio', { name: /Ouro/ }))
    await app.person.click(screen.getByRole('button', { name: 'Avançar' }))

    const review = within(await screen.findByRole('dialog'))
    expect(review.getByText('Válido até').nextElementSibling?.textContent).toBe(
      last.split('-').reverse().join('/'),
    )
  })

  it('a refusal leaves the review unchanged, and shows the reason', async () => {
    const app = openInvoices((server) =>
      server.on(createSubscription, () => {
        throw refused('ERR_PLAN_TOO_SMALL', { what: 'users', present: 12, limit: 10 })
      }),
    )
    await goTo('Revisar', app)
    await app.person.click(screen.getByRole('button', { name: 'PAGAR' }))

    await screen.findByText('Este plano é pequeno demais: sua empresa tem 12 usuários e o plano permite 10.')
    expect(screen.getByText('Total')).toBeTruthy()
  })

  it('SUBSCR-11 a more expensive plan that has to wait shows its first day', async () => {
    const app = openInvoices((server) =>
      server.on(createSubscription, () => {
        throw refused('ERR_PLAN_PAID_AHEAD', { from: '2036-11-10' })
      }),
    )
    await goTo('Revisar', app)
    await app.person.click(screen.getByRole('button', { name: 'PAGAR' }))

    await screen.findByText(
      'O plano atual ainda vale por mais de um período. Troque por um mais caro a partir de 10/11/2036, ou fale com o suporte.',
    )
  })

  it("SUBSCR-09 SUBSCR-10 the company's event renews at once, and / opens after 4 seconds", async () => {
    const app = openInvoices()
    await goTo('Pix', app)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const company = { ...anAdmin().company, dueDate: '2037-01-11T02:59:59.999Z' }

    app.socket.say(liveChannel.payment(companyId), {
      action: 'CONCLUIDA',
      company,
      invoiceId: 11 as InvoiceId,
    })
    app.socket.say(liveChannel.payment(companyId), {
      action: 'CONCLUIDA',
      company,
      invoiceId: 12 as InvoiceId,
    })

    await vi.advanceTimersByTimeAsync(0)
    expect(screen.getByText('Sua licença foi renovada até 10/01/2037!')).toBeTruthy()
    expect(screen.getByText('Pagamento confirmado')).toBeTruthy()
    expect(screen.getByText(/Vencimento: 10\/01\/2037/)).toBeTruthy()
    await vi.advanceTimersByTimeAsync(3_900)
    expect(app.router.state.location.pathname).toBe('/financeiro')
    await vi.advanceTimersByTimeAsync(200)
    expect(app.router.state.location.pathname).toBe('/')
    vi.useRealTimers()
  })

  it('AUTH-09 SUBSCR-09 without an event the invoice reports the payment; closing early asks', async () => {
    const over = aSessionUser({ profile: 'admin' }, { dueDate: '2026-11-03T02:59:59.999Z' })
    const app = openInvoices(undefined, over, aCharge({ provider: 'sandbox' }))
    const { person, server, invoices } = app
    server
      .on(simulatePayment, () => ({
        hmac: 'signed',
        pix: [{ txid: 'FAT12X0A', endToEndId: 'E', valor: '1199.90' }],
      }))
      .on(paymentWebhook, () => {
        invoices[0] = anInvoice({ status: 'paid' })
        server.on(getSessionUser, () =>
          aSessionUser({ profile: 'admin' }, { dueDate: '2037-01-11T02:59:59.999Z' }),
        )
        return { ok: true as const }
      })
    await screen.findByText(/A assinatura da empresa venceu em 02\/11\/2026/)
    await goTo('Pix', app)
    await person.click(screen.getByRole('button', { name: 'Fechar' }))
    await screen.findByText('Fechar o pagamento?')
    await person.click(screen.getByRole('button', { name: 'Cancelar' }))

    await person.click(screen.getByRole('button', { name: 'Simular o pagamento' }))

    await screen.findByText('Sua licença foi renovada até 10/01/2037!')
    expect(server.received(paymentWebhook)[0]).toMatchObject({
      query: { hmac: 'signed' },
      body: { pix: [{ txid: 'FAT12X0A', valor: '1199.90' }] },
    })
  })

  it('SUBSCR-09 a failed fetch of the renewed company is retried with the next poll', async () => {
    const app = openInvoices(undefined, undefined, aCharge({ provider: 'sandbox' }))
    const { person, server, invoices } = app
    server
      .on(simulatePayment, () => ({ hmac: 'signed', pix: [] }))
      .on(paymentWebhook, () => {
        invoices[0] = anInvoice({ status: 'paid' })
        return { ok: true as const }
      })
    await goTo('Pix', app)
    const before = server.received(getSessionUser).length
    server.on(getSessionUser, () => {
      throw failed(502, null)
    })
    await person.click(screen.getByRole('button', { name: 'Simular o pagamento' }))
    await waitFor(() => expect(server.received(getSessionUser).length).toBeGreaterThan(before))

    server.on(getSessionUser, () =>
      aSessionUser({ profile: 'admin' }, { dueDate: '2037-01-11T02:59:59.999Z' }),
    )
    await person.click(await screen.findByRole('button', { name: 'Simular o pagamento' })) // polls again

    await screen.findByText('Sua licença foi renovada até 10/01/2037!')
  })
})

it("SUBSCR-11 the platform's owner sees all invoices, and confirms one after a question", async () => {
  const charge = {
    txid: 'FAT12X0A',
    provider: 'static' as const,
    planName: 'Ouro',
    amount: 249.5,
    state: 'differs' as const,
    paidAmount: 200,
    createdAt: '2026-11-20T12:00:00.000Z',
  }
  const silver = { ...charge, txid: 'FAT12X0B', planName: 'Prata', amount: 99.9, state: 'open' as const }
  const owed: PlatformInvoiceView = {
    ...anInvoice({ attention: 'differs' }),
    company: { id: 7 as CompanyId, name: 'Padaria Sol', dueDate: '2036-12-10' },
    charge,
    charges: [silver, charge],
  }
  const { person, server } = openInvoices(
    (fake) =>
      fake
        .on(listPlatformInvoices, () => ({ invoices: [owed], count: 1, hasMore: false }))
        .on(markPaymentHandled, () => owed)
        .on(confirmPayment, () => ({ ...owed, status: 'paid' as const })),
    anAdmin({ super: true }),
  )
  await person.click(await screen.findByRole('tab', { name: 'Todas as empresas' }))
  await screen.findByText('Valor diferente: R$ 200,00 · FAT12X0A')
  await person.click(
    screen.getByRole('button', { name: 'Confirmar o pagamento da fatura 12 de Padaria Sol' }),
  )
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('R$ 249,50')).toBeTruthy()
  await person.click(dialog.getByRole('combobox'))
  await person.click(await screen.findByRole('option', { name: 'FAT12X0B · Prata · R$ 99,90' }))
  expect(server.received(confirmPayment)).toEqual([])

  await person.click(dialog.getByRole('button', { name: 'Confirmar' }))

  await screen.findByText('Pagamento confirmado.')
  expect(server.received(listPlatformInvoices).at(-1)?.query).toMatchObject({ status: 'attention' })
  await person.click(screen.getByRole('button', { name: 'Resolvido: pagamento da fatura 12 de Padaria Sol' }))
  await person.click(
    within(await screen.findByRole('dialog', { name: 'Este pagamento está resolvido?' })).getByRole(
      'button',
      {
        name: 'Resolvido',
      },
    ),
  )
  await screen.findByText('Pagamento resolvido.')
  expect(server.received(markPaymentHandled)[0]).toMatchObject({ params: { invoiceId: 12 } })
  expect(server.received(confirmPayment)[0]).toMatchObject({
    params: { invoiceId: 12 },
    body: { txid: 'FAT12X0B' },
  })
})

it("SUBSCR-11 the platform's owner cancels an invoice after a question that can be left", async () => {
  const owed: PlatformInvoiceView = {
    ...anInvoice(),
    company: { id: 7 as CompanyId, name: 'Padaria Sol', dueDate: '2036-12-10' },
    charge: null,
    charges: [],
  }
  const kept = { status: 'open' as PlatformInvoiceView['status'] }
  const { person, server } = openInvoices(
    (fake) =>
      fake
        .on(listPlatformInvoices, ({ query: { status } }) => {
          const invoices = status === kept.status || status === '' ? [{ ...owed, ...kept }] : []
          return { invoices, count: invoices.length, hasMore: false }
        })
        .on(cancelInvoice, () => {
          kept.status = 'cancelled'
          return { ...owed, ...kept }
        }),
    anAdmin({ super: true }),
  )
  await person.click(await screen.findByRole('tab', { name: 'Todas as empresas' }))
  const ask = async () => {
    await person.click(await screen.findByRole('button', { name: 'Cancelar a fatura 12 de Padaria Sol' }))
    return within(await screen.findByRole('dialog', { name: 'Cancelar a fatura 12?' }))
  }
  const question = await ask()
  expect(question.getByText(/^Padaria Sol deixará de dever R\$\s1\.199,90\./)).toBeTruthy()
  await person.click(question.getByRole('button', { name: 'Voltar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.received(cancelInvoice)).toEqual([])

  await person.click((await ask()).getByRole('button', { name: 'Cancelar a fatura' }))

  await screen.findByText('Fatura cancelada.')
  expect(server.received(cancelInvoice)[0]?.params).toEqual({ invoiceId: 12 })
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Cancelar a fatura 12 de Padaria Sol' })).toBeNull(),
  )
  await person.click(screen.getByRole('combobox', { name: 'Quais faturas' }))
  await person.click(await screen.findByRole('option', { name: 'Canceladas' }))
  const table = within(await screen.findByRole('table'))
  await table.findByText('Cancelado')
  expect(table.queryByRole('button', { name: /^(Cancelar|Confirmar)/ })).toBeNull()
})

it('INVOICE-04 a cancelled invoice shows as such to its company, and cannot be paid', async () => {
  const rows = [anInvoice({ status: 'cancelled', dueDate: '2020-03-01' })]
  openInvoices((fake) => fake.on(listInvoices, () => ({ invoices: rows, count: 1, hasMore: false })))

  const pay = (await screen.findByRole('button', { name: 'CANCELADA: fatura 12' })) as HTMLButtonElement
  expect(pay.disabled).toBe(true)
  expect(screen.getByText('Cancelado')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Escolha o plano' })).toBeTruthy()
})

describe("payments that wait for the platform's owner", () => {
  const open = (change: Parameters<typeof anAdmin>[0], count: number) => {
    const shown = { count }
    const app = openInvoices(
      (fake) =>
        fake
          .on(listPlatformInvoices, () => ({ invoices: [], count: shown.count, hasMore: false }))
          .on(listTickets, () => ({ tickets: [], count: 0, hasMore: false })),
      anAdmin(change),
    )
    return { ...app, shown }
  }
  const inDrawer = async () =>
    within(await screen.findByRole('navigation', { name: 'Menu principal' })).findByRole('link', {
      name: /Financeiro/,
    })
  const say = ({ socket, shown }: ReturnType<typeof open>, count: number) => {
    shown.count = count
    socket.say(liveChannel.waitingPayments(companyId), { action: 'update', count })
  }

  it('are counted in the drawer and the bell, which lead to them, until none waits', async () => {
    const app = open({ super: true }, 2)
    const link = await inDrawer()
    await within(link).findByText('2 pagamentos precisam de você')

    const bell = await screen.findByRole('button', { name: 'Notificações: 2 pagamentos precisam de você' })
    expect(bell.textContent).toBe('2')
    await app.person.click(bell)
    const list = within(await screen.findByRole('dialog', { name: 'Notificações' }))
    list.getByText('2 pagamentos precisam de você')
    await app.person.click(list.getByRole('link', { name: 'Ver em Financeiro' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(app.router.state.location.pathname).toBe('/financeiro')
    say(app, 0)
    await waitFor(() => expect(within(link).queryByText(/pagamento/)).toBeNull())
    expect(screen.getByRole('button', { name: 'Notificações' }).textContent).toBe('')
  })

  it('are added to the number at the bell, whose label has both', async () => {
    const me = anAdmin({ super: true })
    const tickets = [aTicket({ status: 'open', userId: me.id, unreadMessages: 4 })]
    const app = openInvoices(
      (fake) =>
        fake
          .on(listPlatformInvoices, () => ({ invoices: [], count: 2, hasMore: false }))
          .on(listTickets, ({ query }) => ({
            tickets: query.status === 'open' ? tickets : [],
            count: 1,
            hasMore: false,
          })),
      me,
    )

    const bell = await screen.findByRole('button', {
      name: 'Notificações: 1 atendimento com mensagens não lidas; 2 pagamentos precisam de você',
    })
    expect(bell.textContent).toBe('3')
    expect(app.server.received(listPlatformInvoices)).toHaveLength(1)
  })

  it('arrive live, without a refetch', async () => {
    const app = open({ super: true }, 0)
    const link = await inDrawer()
    await waitFor(() => expect(app.server.received(listPlatformInvoices)).toHaveLength(1))

    say(app, 1)

    await within(link).findByText('1 pagamento precisa de você')
  })

  it('PERM-13 are neither shown nor fetched for a person who is not the owner', async () => {
    const app = open({}, 2)
    const link = await inDrawer()
    await screen.findByRole('table', { name: 'Faturas' })

    expect(link.textContent).toBe('Financeiro')
    expect(app.server.received(listPlatformInvoices)).toEqual([])
  })
})

describe('/subscription', () => {
  const open = (company: Parameters<typeof aSessionUser>[1], user = {}) =>
    openApp({ path: '/subscription', as: aSessionUser(user, company) })

  it.each([
    [2.5, 'Seu período de teste termina em 3 dia(s).'],
    [0.1, 'Seu período de teste termina em 1 dia(s).'],
    [-1.5, 'Seu período de teste terminou há 2 dia(s).'],
  ])('SUBSCR-12 SHELL-26 a trial that ends %d days from now shows it', async (days, words) => {
    open({ trialExpiration: new Date(Date.now() + days * 86_400_000).toISOString(), isTrial: true })

    await screen.findByText(words)
  })

  it.each([
    ['the moment of the sign-up', '2026-11-20T15:00:00.000Z', { key: 'trialLeft', days: 3 }],
    ['a millisecond into the second day', '2026-11-21T15:00:00.001Z', { key: 'trialLeft', days: 2 }],
    ['the last minute', '2026-11-23T14:59:00.000Z', { key: 'trialLeft', days: 1 }],
    ['the minute after', '2026-11-23T15:01:00.000Z', { key: 'trialOver', days: 1 }],
    ['a day and a millisecond after', '2026-11-24T15:00:00.001Z', { key: 'trialOver', days: 2 }],
  ])('SUBSCR-12 days are the ceiling of the absolute difference from now: %s', (_, now, words) => {
    const trial = { trialExpiration: '2026-11-23T15:00:00.000Z', isTrial: true }
    expect(trialTextKeyAndDays(trial, Date.parse(now))).toEqual(words)
  })

  it('SUBSCR-12 SUBSCR-13 SUBSCR-15 shows no trial and the billing e-mail, without a call', async () => {
    const { server } = open({ email: 'contas@casaipe.com.br' })

    await screen.findByText('Sua empresa não está em período de teste.')
    const email = screen.getByLabelText('E-mail de cobrança') as HTMLInputElement
    expect([email.value, email.readOnly]).toEqual(['contas@casaipe.com.br', true])
    expect(server.received(getCheckout)).toEqual([])
    expect(server.received(getSessionUser)).toHaveLength(1)
  })

  it.each([
    ['of a limit', { usedBytes: 1_200_000, limitBytes: 3_000_000_000 }, '1,2 MB de 3 GB'],
    ['without a limit', { usedBytes: 1_200_000, limitBytes: null }, '1,2 MB, sem limite'],
    ['being counted', { usedBytes: null, limitBytes: null }, 'Contando os arquivos…'],
  ])('the storage of files: %s', async (_, use, words) => {
    openApp({
      path: '/subscription',
      as: anAdmin(),
      serve: (server) => server.on(getStorageUse, () => use),
    })

    const term = await screen.findByText('Espaço para arquivos')
    expect(term.parentElement?.querySelector('dd')?.textContent).toBe(words)
  })

  it('SUBSCR-14 Assine Agora! opens the contact; admins find the link to the invoices there', async () => {
    const contact = { name: 'Suporte Balcão', email: 'suporte@balcao.example', phone: '(51) 3025-4455' }
    const { person, router } = open({ supportContact: contact }, { profile: 'admin' })
    await person.click(await screen.findByRole('button', { name: 'Assine Agora!' }))

    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByText('suporte@balcao.example').getAttribute('href')).toBe(
      'mailto:suporte@balcao.example',
    )
    expect(dialog.getByText('(51) 3025-4455').getAttribute('href')).toBe('tel:5130254455')
    await person.click(dialog.getByRole('link', { name: 'Ver minhas faturas' }))
    expect(router.state.location.pathname).toBe('/financeiro')
  })

  it('SUBSCR-14 other users see only the contact', async () => {
    const { person } = open({})
    await person.click(await screen.findByRole('button', { name: 'Assine Agora!' }))

    expect(screen.getByText('Fale com quem instalou o Balcão para a sua empresa.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Ver minhas faturas' })).toBeNull()
  })

  it("SUBSCR-14 the platform's owner edits the contact", async () => {
    const { person, server } = openApp({
      path: '/subscription',
      as: anAdmin({ super: true }),
      serve: (fake) => fake.on(saveSupportContact, ({ body }) => body),
    })
    await person.click(await screen.findByRole('button', { name: 'Salvar' }))
    await screen.findByText('Diga o nome')
    await person.type(screen.getByLabelText('Nome'), 'Suporte Balcão')
    await person.click(screen.getByRole('button', { name: 'Salvar' }))

    await screen.findByText('Operação realizada com sucesso!')
    expect(server.received(saveSupportContact)[0]?.body).toEqual({
      name: 'Suporte Balcão',
      email: null,
      phone: null,
    })
  })
})
