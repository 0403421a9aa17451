import { liveChannel } from '@balcao/contract/live'
import { getSessionUser } from '@balcao/contract/people'
import { createPlan, deletePlan, listAllPlans, type PlanView, updatePlan } from '@balcao/contract/plans'
import type { PlanId } from '@balcao/domain/ids'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type FakeServer, refused } from '../../testing/fake-server'
import { anAdmin, companyId, times } from '../../testing/makers'
import { openApp } from '../../testing/open-app'

const aPlan = (change: Partial<PlanView> = {}): PlanView => ({
  id: 1 as PlanId, // branding
  name: 'Essencial',
  users: 3,
  connections: 1,
  queues: 4,
  value: 1234.5,
  campaigns: null,
  schedules: null,
  useCampaigns: false,
  useKanban: true,
  useOpenAi: false,
  useIntegrations: false,
  useSchedules: true,
  useInternalChat: false,
  useExternalApi: false,
  storageGigabytes: null,
  isPublic: true,
  ...times,
  ...change,
})

function openPlans(serve?: (server: FakeServer) => void) {
  const plans = [aPlan()]
  const app = openApp({
    path: '/settings?tab=plans',
    as: anAdmin({ super: true }),
    serve: (server) => {
      server.on(listAllPlans, () => plans)
      serve?.(server)
    },
  })
  return { ...app, plans }
}

it('PLAN-04 lists the plans, priced in Brazilian format', async () => {
  openPlans()

  const table = await screen.findByRole('table', { name: 'Planos' })
  const [, row] = within(table).getAllByRole('row')
  expect([...(row?.querySelectorAll('td') ?? [])].slice(0, 7).map(({ textContent }) => textContent)).toEqual([
    'Essencial',
    '3',
    '1',
    '4',
    'sem limite',
    'R$ 1.234,50',
    'Kanban, Agendamentos',
  ])
})

it('PLAN-04 PLAN-07 a new plan is filled in and saved, by default with every module', async () => {
  const { person, server, plans } = openPlans((fake) =>
    fake.on(createPlan, ({ body }) => {
      const added = aPlan({ id: 2 as PlanId, name: body.name, users: body.users })
      plans.push(added)
      return added
    }),
  )
  await person.click(await screen.findByRole('button', { name: 'Novo plano' }))
  await person.type(screen.getByLabelText('Nome'), 'Profissional')
  for (const [label, words] of [
    ['Usuários', '10'],
    ['Conexões', '5'],
    ['Filas', '8'],
    ['Valor por mês', '199.9'],
  ] as const)
    await person.type(screen.getByLabelText(label), words)
  await person.click(screen.getByLabelText('Campanhas'))
  await person.click(screen.getByRole('button', { name: 'Salvar' }))

  await screen.findByText('Operação realizada com sucesso!')
  expect(server.received(createPlan)[0]?.body).toMatchObject({
    name: 'Profissional',
    users: 10,
    connections: 5,
    queues: 8,
    value: 199.9,
    useCampaigns: false,
    useKanban: true,
    useExternalApi: true,
  })
  await screen.findByRole('cell', { name: 'Profissional' })
})

it('PLAN-08 COMPANY-14 a repeated name is reported at its field, with the hint', async () => {
  const { person } = openPlans((fake) =>
    fake.on(updatePlan, () => {
      throw refused('ERR_PLAN_NAME_ALREADY_EXISTS')
    }),
  )
  await person.click(await screen.findByRole('button', { name: 'Editar Essencial' }))
  await person.type(screen.getByLabelText('Nome'), ' 2')
  await person.click(screen.getByRole('button', { name: 'Salvar' }))

  const hint =
    'Não foi possível realizar a operação. Confira se já existe um registro com o mesmo nome ou se há campos inválidos.'
  expect(await screen.findAllByText(hint)).toHaveLength(2)
})

it.each([
  ['Nome', 'X', 'Too Short!'],
  ['Usuários', '', 'Required'],
  ['Valor por mês', '-1', 'Invalid number'],
])('PLAN-07 refuses %s "%s"', async (label, typed, words) => {
  const { person, server } = openPlans()
  await person.click(await screen.findByRole('button', { name: 'Editar Essencial' }))
  const field = screen.getByLabelText(label)
  await person.clear(field)
  if (typed !== '') await person.type(field, typed)
  await person.click(screen.getByRole('button', { name: 'Salvar' }))

  await screen.findByText(words)
  expect(server.received(updatePlan)).toEqual([])
})

it('PLAN-07 deleting asks first; a plan in use remains, with the reason', async () => {
  const { person } = openPlans((fake) =>
    fake.on(deletePlan, () => {
      throw refused('ERR_PLAN_IN_USE', { companies: 2 })
    }),
  )
  await person.click(await screen.findByRole('button', { name: 'Excluir Essencial' }))
  expect(screen.getByText(/Deseja realmente excluir este registro\?/)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Excluir' }))

  await screen.findByText('Este plano não pode ser excluído: 2 empresa(s) usam este plano.')
  expect(screen.getByRole('cell', { name: 'Essencial', hidden: true })).toBeTruthy()
})

it('PLAN-09 when the own plan changes, the shown modules are those of the new one', async () => {
  const { server, socket } = openPlans()
  await screen.findByRole('table', { name: 'Planos' })
  const asked = server.received(getSessionUser).length

  socket.say(liveChannel.plan(companyId), { action: 'update', plan: aPlan() })

  await waitFor(() => expect(server.received(getSessionUser).length).toBe(asked + 1))
})

it('RT-19 the list follows the changes of another owner', async () => {
  const { plans, socket } = openPlans()
  await screen.findByText('Essencial')

  plans.push(aPlan({ id: 2 as PlanId, name: 'Ouro' }))
  socket.say(liveChannel.plans(companyId), { action: 'reload' })

  await screen.findByText('Ouro')
})
