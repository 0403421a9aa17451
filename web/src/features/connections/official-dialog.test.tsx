import { type ConnectionView, listConnections } from '@balcao/contract/connections'
import {
  checkOfficialNumber,
  getOfficialNumber,
  listBusinessAccountPhoneNumbers,
  type OfficialNumber,
} from '@balcao/contract/official-numbers'
import type { OfficialSetUpFailureReason } from '@balcao/domain/official-numbers'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type FakeServer, refused } from '../../testing/fake-server'
import { aConnection, anAdmin, connectionId, times } from '../../testing/makers'
import { openApp } from '../../testing/open-app'

const longAgo = times.createdAt
type State = NonNullable<ConnectionView['official']>
const state: State = {
  ...{ verifiedName: 'Casa Ipê', quality: 'GREEN', messagingLimit: 'TIER_1K', nameStatus: 'APPROVED' },
  ...{ tokenExpiresAt: null, checkedAt: longAgo, trouble: null },
  ...{ webhookVerifiedAt: longAgo, lastWebhookAt: longAgo, firstMessageAt: longAgo },
}
const number: OfficialNumber = {
  ...state,
  ...{ connectionId: connectionId(1), accountId: '102', phoneNumberId: '106' },
  ...{ callbackUrl: 'https://balcao.example/webhooks/whatsapp', verifyToken: 'V' },
}
const listed = {
  ...{ id: '106', shown: '+55 11 3333-4444', verifiedName: 'Casa Ipê', quality: 'GREEN' },
  ...{ isRegistered: true, isTaken: false },
}

function openWith(change: Partial<State> | null, serve?: (server: FakeServer) => void) {
  const official = change === null ? null : { ...state, ...change }
  return openApp({
    path: '/connections',
    as: anAdmin(),
    serve: (server) => {
      server
        .on(listConnections, () => [aConnection({ name: 'Oficial', provider: 'cloud', official })])
        .on(getOfficialNumber, () => (change === null ? null : { ...number, ...change }))
      serve?.(server)
    },
  })
}

/** Opens the dialog of a number that is not set up, and asks for the numbers of the account. */
async function asksForNumbers(serve: (server: FakeServer) => void) {
  const { person } = openWith(null, serve)
  await person.click(await screen.findByRole('button', { name: 'Configurar' }))
  const dialog = within(await screen.findByRole('dialog'))
  await person.type(await dialog.findByLabelText('ID da conta do WhatsApp Business'), '102')
  await person.type(dialog.getByLabelText('Token de acesso'), 'EAA')
  await person.type(dialog.getByLabelText('Chave secreta do aplicativo'), '5'.repeat(32))
  await person.click(dialog.getByRole('button', { name: 'Buscar números' }))
  return dialog
}

it.each<[OfficialSetUpFailureReason, RegExp]>([
  ['token-wrong', /token de acesso não foi aceito/],
  ['token-expired', /token de acesso venceu/],
  ['scope-missing', /Falta ao token uma permissão: whatsapp_business_management/],
  ['secret-wrong', /chave secreta do aplicativo está errada/],
  ['account-unknown', /Não há conta do WhatsApp Business/],
])('the set-up explains the mistake %s', async (what, words) => {
  const detail = 'whatsapp_business_management'
  const dialog = await asksForNumbers((server) =>
    server.on(listBusinessAccountPhoneNumbers, () => {
      throw refused('ERR_OFFICIAL_API', { what, detail })
    }),
  )

  expect(await dialog.findByText(words)).toBeTruthy()
})

it('a number that another company has can’t be chosen, and says so', async () => {
  const free = { ...listed, id: '107', shown: '+55 11 2222-3333' }
  const dialog = await asksForNumbers((server) =>
    server.on(listBusinessAccountPhoneNumbers, () => ({
      numbers: [{ ...listed, isTaken: true }, free],
      tokenExpiresAt: null,
    })),
  )

  const taken = await dialog.findByRole<HTMLInputElement>('radio', { name: /3333-4444/ })
  const other = dialog.getByRole<HTMLInputElement>('radio', { name: /2222-3333/ })
  expect([taken.disabled, other.disabled, other.checked]).toEqual([true, false, true])
  expect(dialog.getByText('Este número já está em outra conexão do Balcão.')).toBeTruthy()
})

it.each<[OfficialSetUpFailureReason, RegExp]>([
  ['app-not-subscribed', /deixou de receber as mensagens desta conta/],
  ['token-expired', /O token venceu/],
  ['secret-wrong', /A chave secreta do aplicativo mudou/],
])('a check that finds %s says so in the dialog', async (what, words) => {
  const { person } = openWith({}, (server) =>
    server.on(checkOfficialNumber, () => ({ ...number, trouble: { what, detail: '' } })),
  )
  await person.click(await screen.findByRole('button', { name: 'API oficial' }))
  const dialog = within(await screen.findByRole('dialog'))

  await person.click(await dialog.findByRole('button', { name: 'Conferir agora' }))

  expect(await dialog.findByText(words)).toBeTruthy()
})

it('a verified address without a message shows the step that is missing, on both screens', async () => {
  const { person } = openWith({ firstMessageAt: null })

  expect(await screen.findByText(/assine o campo messages na Meta/)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'API oficial' }))

  expect(await screen.findByText(/Falta a primeira mensagem/)).toBeTruthy()
})

it('the connections page shows quality, limit and the status of the name', async () => {
  openWith({ nameStatus: 'PENDING_REVIEW' })

  expect(await screen.findByText(/^Qualidade alta · .* por dia · nome em análise$/)).toBeTruthy()
  expect(screen.queryByText(/Nenhuma mensagem chegou/)).toBeNull()
  expect(screen.queryByText(/recusou o nome/)).toBeNull()
})

it('a declined name says that no message leaves', async () => {
  openWith({ nameStatus: 'DECLINED' })

  expect(await screen.findByText(/A Meta recusou o nome do número: nenhuma mensagem sai/)).toBeTruthy()
})

it.each([
  [13, 1],
  [15, 0],
])('a token that expires in %i days has %i warnings', async (days, warnings) => {
  openWith({ tokenExpiresAt: new Date(Date.now() + days * 86_400_000).toISOString() })

  await screen.findByText(/Qualidade alta/)
  expect(screen.queryAllByText(/O token vence em .* Troque-o antes/)).toHaveLength(warnings)
})
