import { listConnections, updateConnection } from '@balcao/contract/connections'
import { listIntegrations } from '@balcao/contract/integrations'
import { listPrompts } from '@balcao/contract/prompts'
import { listQueues, updateQueue } from '@balcao/contract/queues'
import type { IntegrationId, PromptId } from '@balcao/domain/ids'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { anIntegration, aPrompt } from '../testing/assistant-makers'
import type { FakeServer } from '../testing/fake-server'
import { aConnection, anAdmin, aQueue, queueId } from '../testing/makers'
import { openApp } from '../testing/open-app'

const sales = { id: queueId(1), name: 'Vendas' }
const connection = aConnection({ promptId: 3 as PromptId }) // branding

function open(path: string, as = anAdmin()) {
  return openApp({ path, as, serve })
}
function serve(server: FakeServer) {
  server
    .on(listConnections, () => [connection])
    .on(listQueues, () => [aQueue(sales)])
    .on(updateConnection, () => connection)
    .on(updateQueue, () => aQueue(sales))
    .on(listPrompts, () => ({ prompts: [aPrompt()], count: 1, hasMore: false }))
    .on(listIntegrations, () => ({ queueIntegrations: [anIntegration()], count: 1, hasMore: false }))
}

it('CONN-27 the connection form lists prompts and integrations, and saves another one', async () => {
  const { person, server } = open('/connections')
  await person.click(await screen.findByRole('button', { name: 'Editar Loja Centro' }))
  const dialog = within(await screen.findByRole('dialog'))
  await person.click(dialog.getByRole('tab', { name: 'Automação' }))

  await waitFor(() => expect(dialog.getByLabelText('Prompt').textContent).toBe('Assistente da loja'))
  await person.click(dialog.getByLabelText('Integração'))
  await person.click(await screen.findByRole('option', { name: 'Fluxo da loja' }))
  await person.click(dialog.getByLabelText('Prompt'))
  await person.click(await screen.findByRole('option', { name: 'Nenhum' }))
  await person.click(dialog.getByRole('button', { name: 'Salvar' }))

  await waitFor(() =>
    expect(server.received(updateConnection)[0]?.body).toMatchObject({
      promptId: null,
      integrationId: 7 as IntegrationId, // branding
    }),
  )
})

it('QUEUE-08 the queue modal sets a prompt and an integration, as far as the plan allows', async () => {
  const { person, server } = open('/queues')
  await person.click(await screen.findByRole('button', { name: 'Editar Vendas' }))
  const dialog = within(await screen.findByRole('dialog'))
  await person.click(dialog.getByLabelText('Prompt'))
  await person.click(await screen.findByRole('option', { name: 'Assistente da loja' }))
  await person.click(dialog.getByRole('button', { name: 'Salvar' }))

  await waitFor(() =>
    expect(server.received(updateQueue)[0]?.body).toMatchObject({ promptId: 3, integrationId: null }),
  )
})

it('QUEUE-08 PERM-14 without the module the field is missing', async () => {
  const admin = anAdmin()
  const { plan } = admin.company
  const without = { ...admin.company, plan: plan && { ...plan, useIntegrations: false } }
  const { person } = open('/queues', { ...admin, company: without })
  await person.click(await screen.findByRole('button', { name: 'Editar Vendas' }))
  const dialog = within(await screen.findByRole('dialog'))

  expect(await dialog.findByLabelText('Prompt')).toBeTruthy()
  expect(dialog.queryByLabelText('Integração')).toBeNull()
})
