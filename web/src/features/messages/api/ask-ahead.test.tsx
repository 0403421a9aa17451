import { liveChannel } from '@balcao/contract/live'
import { listMessages } from '@balcao/contract/messages'
import { listTicketEvents } from '@balcao/contract/ticket-events'
import { useQueryClient } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { SignedInOnly } from '../../../app/session-gates'
import { aSessionUser, companyId } from '../../../testing/makers'
import { openApp } from '../../../testing/open-app'
import { aMessage, aTicket, messageId, ticketId } from '../../../testing/ticket-makers'
import { prefetchConversation } from './ask-ahead'
import { useConversation } from './conversation'

const ticket = aTicket({ id: ticketId(1) })
const asked = aMessage({ id: messageId(1), ticketId: ticket.id, body: 'Bom dia' })
const meanwhile = aMessage({ id: messageId(2), ticketId: ticket.id, body: 'Tem alguém aí?' })
const messageChannel = liveChannel.message(companyId)

function Row() {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => prefetchConversation(client, ticket.id)}>
        ask
      </button>
      <button type="button" onClick={() => setOpen((before) => !before)}>
        render
      </button>
      {isOpen && <Words />}
    </>
  )
}

function Words() {
  const { messages } = useConversation(ticket.id)
  return (
    <ul>
      {messages.map(({ id, body }) => (
        <li key={id}>{body}</li>
      ))}
    </ul>
  )
}

/** Clicks a row. The test decides when the server answers and when the conversation renders. */
async function clickedRow() {
  const answers: (() => void)[] = []
  const opened = openApp({
    path: '/',
    as: aSessionUser(),
    pages: [{ path: '/', element: <SignedInOnly page={<Row />} /> }],
    serve: (server) =>
      server
        .on(listTicketEvents, () => ({ events: [], hasMore: false }))
        .on(listMessages, async () => {
          await new Promise<void>((resolve) => answers.push(resolve))
          return { messages: [asked], ticket, count: 1, hasMore: false }
        }),
  })
  const { person, server } = opened
  await person.click(await screen.findByRole('button', { name: 'ask' }))
  await waitFor(() => expect(answers).toHaveLength(1))
  return {
    ...opened,
    render: () => person.click(screen.getByRole('button', { name: 'render' })),
    answer: () => act(async () => answers[0]?.()),
    questions: () => server.received(listMessages).length,
    words: () => screen.getAllByRole('listitem').map(({ textContent }) => textContent),
    /** The joins and leaves of the conversation's room, in order. */
    verbs: () => opened.socket.emitted.map(([verb]) => verb).filter((verb) => /ChatBox/.test(String(verb))),
  }
}

it.each([
  ['before the answer', ['receive', 'answer', 'render']],
  ['after the answer', ['answer', 'receive', 'render']],
  ['before the answer, which arrives after the rendering', ['receive', 'render', 'answer']],
] as const)(
  'LOOK CONVO-03 RT-23 shows a message during the rendering, %s, and fetches once',
  async (_, steps) => {
    const { socket, render, answer, questions, words, verbs } = await clickedRow()
    const receive = () => socket.say(messageChannel, { action: 'create', message: meanwhile })

    for (const step of steps) await { receive, answer, render }[step]()

    await waitFor(() => expect(words()).toEqual(['Bom dia', 'Tem alguém aí?']))
    expect(questions()).toBe(1)
    expect(verbs()).toHaveLength(1)
  },
)

it('RT-23 refetches a conversation into which another was merged meanwhile', async () => {
  const { socket, render, questions } = await clickedRow()

  socket.say(liveChannel.ticket(companyId), {
    action: 'update',
    ticket,
    ticketId: ticket.id,
    conversationChanged: true,
  })
  await render()

  await waitFor(() => expect(questions()).toBe(2))
})

it('RT-24 a second visit refetches, and unmounting leaves the room', async () => {
  const { render, answer, questions, verbs } = await clickedRow()
  await answer()
  await render()
  await render()
  expect(verbs()).toEqual(['joinChatBox', 'leaveChatBox'])

  await render()

  await waitFor(() => expect(questions()).toBe(2))
  expect(verbs()).toEqual(['joinChatBox', 'leaveChatBox', 'joinChatBox'])
})
