import { listConnections } from '@balcao/contract/connections'
import { sendMessage } from '@balcao/contract/messages'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aConnection, connectionId } from '../../../testing/makers'
import { openApp } from '../../../testing/open-app'
import { ana, anasTicket, messageField, talk, talkPath } from '../../../testing/talk'
import { emptyMessageDraft, storeDraft } from '../drafts'

const official = {
  ...anasTicket,
  whatsapp: { id: connectionId(1), name: 'Oficial', provider: 'cloud' },
  replyUntil: new Date(Date.now() + 3_600_000 * 20).toISOString(),
}

async function open(ticket: typeof anasTicket = official, connections = [aConnection()]) {
  storeDraft(anasTicket.id, emptyMessageDraft) // removes the draft of an earlier test
  const app = openApp({
    path: talkPath,
    as: ana,
    serve: (server) => talk([], ticket)(server).on(listConnections, () => connections),
  })
  await messageField()
  return app
}
const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Enviar' })

describe('a draft over an official number', () => {
  it('that is too long says so before it is sent, and is sent when it is shorter', async () => {
    const { person, server } = await open()
    fireEvent.change(await messageField(), { target: { value: 'x'.repeat(4_097) } })

    const why = 'Esta conexão aceita textos de até 4096 caracteres.'
    expect((await screen.findByRole('alert')).textContent).toBe(why)
    expect(send().disabled).toBe(true)
    await person.type(await messageField(), '{Enter}')
    expect(server.received(sendMessage)).toEqual([])

    fireEvent.change(await messageField(), { target: { value: 'Oi' } })
    await waitFor(() => expect(send().disabled).toBe(false))
    expect(screen.queryByText(why)).toBeNull()
    await person.click(send())
    await waitFor(() => expect(server.received(sendMessage)).toHaveLength(1))
  })

  it('with a file of a type that Meta refuses names the file', async () => {
    await open()
    const files = [new File(['gif'], 'festa.gif', { type: 'image/gif' })]
    fireEvent.paste(await messageField(), { clipboardData: { files } })

    expect((await screen.findByRole('alert')).textContent).toMatch(/^festa.gif: Esta conexão não aceita/)
    expect(send().disabled).toBe(true)
  })
})

it('a draft over a linked device has no such limits', async () => {
  await open(anasTicket)
  fireEvent.change(await messageField(), { target: { value: 'x'.repeat(4_097) } })

  await waitFor(() => expect(send().disabled).toBe(false))
})

describe('the connection over which the answer goes', () => {
  const over = 'A resposta sai pela conexão Loja Centro'

  it('is named where the company has several', async () => {
    await open(anasTicket, [aConnection(), aConnection({ id: connectionId(2), name: 'Filial' })])

    expect(await screen.findByText(over)).toBeTruthy()
  })

  it('is not named where there is one', async () => {
    await open(anasTicket)

    expect(screen.queryByText(over)).toBeNull()
  })
})
