import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { connectionId } from '../../../testing/makers'
import { openApp } from '../../../testing/open-app'
import { ana, anasTicket, talk, talkPath } from '../../../testing/talk'
import { aMessage } from '../../../testing/ticket-makers'

const official = { ...anasTicket, whatsapp: { id: connectionId(1), name: 'Oficial', provider: 'cloud' } }

it.each([
  ['ERR_WAPP_MSG_UNCLEAR', /pode ter chegado/],
  ['ERR_WAPP_MSG_HELD_BACK', /decidiu não entregar/],
  ['ERR_WAPP_MSG_PAYMENT', /Falta um meio de pagamento/],
])('a message that failed with %s says why', async (failure, words) => {
  openApp({
    path: talkPath,
    as: ana,
    serve: talk([aMessage({ fromMe: true, body: 'Oi', failure })], official),
  })

  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.getByText('Tentar de novo')).toBeTruthy()
  expect(screen.queryByText('Apagar')).toBeNull() // Meta takes no message back
})
