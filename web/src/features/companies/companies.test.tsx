import {
  createCompany,
  deleteCompany,
  extendCompanyDueDate,
  listCompanies,
  revokeCompanyDeletion,
  updateCompany,
} from '@balcao/contract/companies'
import { liveChannel } from '@balcao/contract/live'
import { listSettings, updateSetting } from '@balcao/contract/people'
import { listAllPlans } from '@balcao/contract/plans'
import { getWhatsappVersion } from '@balcao/contract/platform-settings'
import { listCompanyStorage } from '@balcao/contract/storage'
import { beginSupportVisit, leaveSupportVisit } from '@balcao/contract/support'
import type { CompanyId, InvoiceId } from '@balcao/domain/ids'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type FakeServer, failed, refused } from '../../testing/fake-server'
import { aCompany, daysAhead, companyPlan as plan } from '../../testing/kept-company'
import { anAdmin, aSessionUser, aSetting, companyId, userId } from '../../testing/makers'
import { openApp } from '../../testing/open-app'

const owner = anAdmin({ super: true })

function openCompanies(companies = [aCompany()], serve?: (server: FakeServer) => void) {
  return openApp({
    path: '/settings?tab=companies',
    as: owner,
    serve: (server) => {
      server
        .on(listSettings, () => [aSetting('userCreation', 'enabled', 9)])
        .on(listAllPlans, () => [plan])
        .on(getWhatsappVersion, () => ({
          setting: 'automatic',
          claimed: '2.3000.1046000000',
          source: 'looked-up' as const,
          shipped: '2.3000.1043857760',
          lookedUpAt: null,
          failure: null,
        }))
        .on(listCompanyStorage, () => [{ companyId: 7 as CompanyId, usedBytes: 3_200_000_000 }])
        .on(listCompanies, () => ({ companies, count: companies.length, hasMore: false }))
      serve?.(server)
    },
  })
}
const rowOf = async (name: string) => {
  const row = (await screen.findByText(name)).closest('tr')
  if (row === null) throw new Error('no row')
  return row
}

it('COMPANY-03 has the columns id, status, name, e-mail, plan, value, campaigns and dates', async () => {
  openCompanies([aCompany({ dueDate: daysAhead(30) })])

  const table = await screen.findByRole('table', { name: 'Empresas' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent?.trim()),
  ).toEqual([
    'ID',
    'Status',
    'Nome',
    'E-mail',
    'Plano',
    'Valor',
    'Campanhas',
    'Criada em',
    'Vencimento',
    'Ações',
  ])
  const cells = [...(await rowOf('Padaria Estrela')).querySelectorAll('td')].map(({ textContent }) =>
    textContent?.trim(),
  )
  expect(cells.slice(0, 8)).toEqual([
    '7',
    'Ativa',
    'Padaria Estrela',
    'contato@estrela.com.br',
    'Completo 10/10 1/5 2/10 3,2 GB',
    'R$ 199,00',
    'Sim',
    expect.stringMatching(/^05\/01\/26 \d\d:\d\d$/),
  ])
  expect(cells[8]).toMatch(/^\d\d\/\d\d\/\d{4}em 30 dias$/)
})

it('COMPANY-04 COMPANY-05 rows due in 6, 5, 4, -3, -4 and -9 days have their colours', async () => {
  const days = [6, 5, 4, -3, -4, -9]
  openCompanies(
    days.map((left, at) =>
      aCompany({ id: (at + 1) as CompanyId, name: `Empresa ${at}`, dueDate: daysAhead(left) }),
    ),
  )

  await rowOf('Empresa 0')
  const tones = await Promise.all(days.map(async (_, at) => (await rowOf(`Empresa ${at}`)).dataset.tone))
  expect(tones).toEqual([undefined, 'yellow', 'orange', 'orange', 'red', 'red'])
})

it('COMPANY-06 + Vencimento shows both days, sends the shown date, and shows a refusal', async () => {
  const company = aCompany({ dueDate: '2036-01-31T23:59:59.999Z' })
  const companies = [company]
  const { person, server } = openCompanies(companies, (fake) => fake.on(extendCompanyDueDate, () => company))
  const ask = async () => {
    await person.click(await screen.findByRole('button', { name: '+ Vencimento de Padaria Estrela' }))
    return within(await screen.findByRole('dialog', { name: 'Prorrogar o vencimento de Padaria Estrela?' }))
  }

  const asked = await ask()
  expect(asked.getByText('O vencimento passa de 31/01/2036 para 29/02/2036.')).toBeTruthy()
  expect(asked.queryByRole('combobox')).toBeNull() // it owes nothing
  expect(server.received(extendCompanyDueDate)).toEqual([])
  await person.click(asked.getByRole('button', { name: 'Prorrogar' }))
  await screen.findByText('Operação realizada com sucesso!')
  expect(server.received(extendCompanyDueDate)[0]).toMatchObject({
    params: { companyId: 7 },
    body: { dueDate: company.dueDate, openInvoice: 'keep' },
  })

  server.on(extendCompanyDueDate, () => {
    throw refused('ERR_DUE_DATE_CHANGED')
  })
  const again = await ask()
  companies[0] = { ...company, dueDate: '2036-02-29T23:59:59.999Z' } // changed by a colleague
  await person.click(again.getByRole('button', { name: 'Prorrogar' }))
  await screen.findByText('O vencimento mudou enquanto isso. Confira a data e tente de novo.')
  await again.findByText('O vencimento passa de 29/02/2036 para 29/03/2036.') // needs another confirmation
})

it('an active company whose time is over shows it', async () => {
  openCompanies([aCompany({ dueDate: daysAhead(-4) })])

  expect(within(await rowOf('Padaria Estrela')).getByText('Vencida')).toBeTruthy()
})

it('COMPANY-10 a new company is saved with a first password, a plan and one month', async () => {
  const { person, server } = openCompanies([aCompany()], (fake) => fake.on(createCompany, () => aCompany()))
  await person.click(await screen.findByRole('button', { name: 'Nova empresa' }))
  await person.type(screen.getByLabelText('Nome'), 'Ótica Luz')
  await person.type(screen.getByLabelText('E-mail'), 'contato@luz.com.br')
  await person.type(screen.getByLabelText('Senha do administrador'), 'uma senha boa')
  await person.type(screen.getByLabelText('Cidade'), 'Porto Alegre')
  await person.click(screen.getByRole('combobox', { name: 'Plano' }))
  await person.click(await screen.findByRole('option', { name: 'Completo' }))
  await person.click(screen.getByRole('button', { name: 'Salvar' }))

  await screen.findByText('Operação realizada com sucesso!')
  expect(server.received(createCompany)[0]?.body).toMatchObject({
    name: 'Ótica Luz',
    email: 'contato@luz.com.br',
    password: 'uma senha boa',
    planId: plan.id,
    status: true,
    campaignsEnabled: true,
    recurrence: 'MENSAL',
    addressCity: 'Porto Alegre',
    phone: null,
    dueDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  })
})

it('COMPANY-07 COMPANY-15 offers MENSAL and a stored value; the switch is that of the setting', async () => {
  const { person, server } = openCompanies(
    [aCompany({ recurrence: 'ANUAL', campaignsEnabled: false })],
    (fake) => fake.on(updateCompany, () => aCompany()),
  )
  await person.click(await screen.findByRole('button', { name: 'Editar Padaria Estrela' }))
  await person.click(screen.getByRole('combobox', { name: 'Recorrência' }))
  const offered = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  await person.click(screen.getByRole('option', { name: 'Anual' }))
  await person.click(screen.getByLabelText('Campanhas habilitadas'))
  await person.click(screen.getByRole('button', { name: 'Salvar' }))

  expect(offered).toEqual(['Mensal', 'Anual'])
  await waitFor(() => expect(server.received(updateCompany)).toHaveLength(1))
  expect(server.received(updateCompany)[0]?.body).toEqual({ campaignsEnabled: true }) // the stored recurrence is unchanged
})

it('COMPANY-10 SUBSCR-11 a save sends only changed fields, so a payment meanwhile remains', async () => {
  const companies = [aCompany()]
  const { person, server } = openCompanies(companies, (fake) => fake.on(updateCompany, () => aCompany()))
  await person.click(await screen.findByRole('button', { name: 'Editar Padaria Estrela' }))
  companies[0] = aCompany({ dueDate: daysAhead(60), billingName: 'Ana Lima' }) // paid

  await person.type(screen.getByLabelText('Telefone'), '5130254410')
  await person.click(screen.getByRole('button', { name: 'Salvar' }))

  await screen.findByText('Operação realizada com sucesso!')
  expect(server.received(updateCompany).map(({ body }) => body)).toEqual([{ phone: '5130254410' }])
})

it('COMPANY-13 COMPANY-14 a repeated name is reported at its field, with the hint', async () => {
  const { person } = openCompanies([aCompany()], (fake) =>
    fake.on(updateCompany, () => {
      throw refused('ERR_COMPANY_NAME_ALREADY_EXISTS')
    }),
  )
  await person.click(await screen.findByRole('button', { name: 'Editar Padaria Estrela' }))
  await person.type(screen.getByLabelText('Nome'), ' 2')
  await person.click(screen.getByRole('button', { name: 'Salvar' }))

  const hint =
    'Não foi possível realizar a operação. Confira se já existe um registro com o mesmo nome ou se há campos inválidos.'
  expect(await screen.findAllByText(hint)).toHaveLength(2)
})

it('COMPANY-10 ERR-09 deleting asks for the name, shows its day, and can be undone', async () => {
  const companies = [aCompany()]
  const { person, server } = openCompanies(companies, (fake) =>
    fake
      .on(deleteCompany, () => {
        companies[0] = aCompany({ status: false, deleteAt: '2036-12-20T12:00:00.000Z' })
        return { ...companies[0], message: 'company will be deleted' }
      })
      .on(revokeCompanyDeletion, () => aCompany()),
  )
  await person.click(await screen.findByRole('button', { name: 'Excluir Padaria Estrela' }))
  expect(screen.getByText('Deseja realmente excluir este registro?')).toBeTruthy()
  const confirm = screen.getByRole('button', { name: 'Excluir empresa' })
  expect(confirm).toHaveProperty('disabled', true)
  await person.type(screen.getByLabelText('Para confirmar, digite Padaria Estrela'), 'Padaria Estrela')
  await person.click(confirm)

  await screen.findByText('apaga tudo em 20/12/2036')
  expect(server.received(deleteCompany)[0]?.query).toEqual({ name: 'Padaria Estrela' })
  await person.click(await screen.findByRole('button', { name: 'Desfazer a exclusão de Padaria Estrela' }))
  await waitFor(() => expect(server.received(revokeCompanyDeletion)).toHaveLength(1))
})

it("ERR-07 SETTING-03 a failed load is reported; only the platform's owner has the tab", async () => {
  openCompanies([], (fake) =>
    fake.on(listCompanies, () => {
      throw failed(400, null)
    }),
  )
  await screen.findByText('Não foi possível carregar a lista de registros')
  expect(screen.getByRole('tab', { name: 'Empresas' })).toBeTruthy()
})

it('AUTH-28 the owner closes the sign-up with a switch', async () => {
  const { person, server } = openCompanies([aCompany()], (fake) =>
    fake.on(updateSetting, ({ body }) => aSetting('userCreation', body.value, 9)),
  )
  await person.click(await screen.findByLabelText('Cadastro aberto'))

  await screen.findByText('Operação atualizada com sucesso.')
  expect(server.received(updateSetting)[0]).toMatchObject({
    params: { key: 'userCreation' },
    body: { value: 'disabled' },
  })
})

it('A6 the owner enters with a reason, reads that the visit is visible, and returns', async () => {
  const support = {
    userId: userId(99),
    name: owner.name,
    reason: 'Ajudar com a conexão',
    since: daysAhead(0),
    until: daysAhead(1 / 24),
  }
  const visitor = aSessionUser(
    { id: userId(99), name: 'Davi Farias · Suporte', profile: 'admin', companyId: 7 as CompanyId },
    { id: 7 as CompanyId, name: 'Padaria Estrela', support },
  )
  const { person, router, server } = openCompanies([aCompany()], (fake) =>
    fake
      .on(beginSupportVisit, () => ({ token: 'visit', user: visitor }))
      .on(leaveSupportVisit, () => ({ token: 'home', user: owner })),
  )
  await person.click(await screen.findByRole('button', { name: 'Entrar em Padaria Estrela como suporte' }))
  await person.click(screen.getByRole('button', { name: 'Entrar' }))
  await screen.findByText('Required')
  await person.type(screen.getByLabelText('Motivo'), support.reason)
  await person.click(screen.getByRole('button', { name: 'Entrar' }))

  await screen.findByText(/^Você está em Padaria Estrela como suporte, até \d\d:\d\d\.$/)
  expect(router.state.location.pathname).toBe('/')
  expect({ ...localStorage }).toMatchObject({ token: 'visit', companyId: '7', userId: '99' })
  expect(screen.queryByText('contato@estrela.com.br')).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Voltar para a minha empresa' }))
  await screen.findByRole('table', { name: 'Empresas' })
  expect(localStorage.getItem('token')).toBe('home')
  expect(server.received(leaveSupportVisit)[0]?.token).toBe('visit')
})

it('COMPANY-06 a company with an open invoice asks about the invoice in the same dialog', async () => {
  const dueDate = '2036-01-31T23:59:59.999Z'
  const owing = aCompany({ dueDate, openInvoice: { id: 31 as InvoiceId, value: 99.9 } })
  const { person, server } = openCompanies([owing], (it) => it.on(extendCompanyDueDate, () => owing))

  await person.click(await screen.findByRole('button', { name: /Vencimento.*Padaria Estrela/ }))
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Prorrogar o vencimento de Padaria Estrela?' }),
  )
  expect(dialog.getByText('O vencimento passa de 31/01/2036 para 29/02/2036.')).toBeTruthy()
  expect(dialog.getByText(/^A fatura 31, de R\$\s99,90, está em aberto\.$/)).toBeTruthy()
  expect(server.received(extendCompanyDueDate)).toEqual([])
  await person.click(dialog.getByRole('combobox', { name: 'O que fazer com a fatura' }))
  await person.click(await screen.findByRole('option', { name: 'Não é mais devida: cancelar' }))
  await person.click(dialog.getByRole('button', { name: 'Prorrogar' }))

  await waitFor(() =>
    expect(server.received(extendCompanyDueDate)[0]?.body).toEqual({
      dueDate: owing.dueDate,
      openInvoice: 'cancel',
    }),
  )
})

it('the headers of name and due date sort on the server, in both directions', async () => {
  const { person, server } = openCompanies()
  const sorts = () => server.received(listCompanies).map(({ query }) => query.sort)
  const dueDate = async () => within(await screen.findByRole('table', { name: 'Empresas' }))

  await person.click((await dueDate()).getByRole('button', { name: 'Vencimento' }))
  await waitFor(() => expect(sorts().at(-1)).toBe('dueDate'))
  await person.click((await dueDate()).getByRole('button', { name: 'Vencimento' }))
  await waitFor(() => expect(sorts().at(-1)).toBe('-dueDate'))

  expect((await dueDate()).getByRole('columnheader', { name: 'Vencimento' }).getAttribute('aria-sort')).toBe(
    'descending',
  )
})

it.each(['companies', 'plans'] as const)('RT-19 the list follows changes of %s elsewhere', async (name) => {
  const companies = [aCompany()]
  const { socket } = openCompanies(companies)
  await screen.findByText('Padaria Estrela')

  companies.push(aCompany({ id: 8 as CompanyId, name: 'Floricultura Lima' }))
  socket.say(liveChannel[name](companyId), { action: 'reload' })

  await screen.findByText('Floricultura Lima')
})
