import { createPairingCode, listConnections, requestNewQr } from '@balcao/contract/connections'
import { liveChannel } from '@balcao/contract/live'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { type FakeServer, refused } from '../../testing/fake-server'
import { aConnection, anAdmin, companyId } from '../../testing/makers'
import { openApp } from '../../testing/open-app'

const north = aConnection({
  name: 'Loja Norte',
  status: 'qrcode',
  step: 'scan',
  qrcode: '2@first',
  number: null,
})

/** Opens the dialog that links a number; the test sends WhatsApp's next events. */
async function openQr(serve?: (server: FakeServer) => void) {
  const app = openApp({
    path: '/connections',
    as: anAdmin(),
    serve: (server) => {
      server.on(listConnections, () => [north])
      serve?.(server)
    },
  })
  await app.person.click(await screen.findByRole('button', { name: 'QR CODE' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Vincular Loja Norte' }))
  let reports = 0
  return {
    ...app,
    dialog,
    happens: (change: object) => {
      const updatedAt = new Date(Date.UTC(2026, 10, 20, 12) + ++reports).toISOString()
      app.socket.say(liveChannel.connectionSession(companyId), {
        action: 'update',
        session: { ...north, ...change, updatedAt },
      })
    },
  }
}

/** The same, with the letters shown. */
async function openLetters(serve?: (server: FakeServer) => void) {
  const opened = await openQr((server) => {
    server.on(createPairingCode, () => ({ code: 'ABCD1234' }))
    serve?.(server)
  })
  await askForLetters(opened)
  await opened.dialog.findByText('ABCD-1234')
  opened.happens({ step: 'letters' })
  return opened
}

async function askForLetters({ person, dialog }: Awaited<ReturnType<typeof openQr>>) {
  await person.click(dialog.getByRole('button', { name: 'Vincular com um código' }))
  await person.type(dialog.getByLabelText('Número do celular'), '51 98122-0417')
  await person.click(dialog.getByRole('button', { name: 'Gerar código' }))
}

const drawnQr = 'Código QR para ler com o WhatsApp'

it('always shows that the connection is not official', async () => {
  const { dialog } = await openQr()

  dialog.getByText(/^Esta conexão não é oficial: .* Não desconecte sem precisar\.$/)
})

it('announces that the renewed code has to be scanned once more', async () => {
  const { dialog, happens } = await openQr()
  const before = dialog.getByTitle(drawnQr).parentElement?.innerHTML

  happens({ step: 'scan-again', qrcode: '2@renewed' })

  const text = 'O WhatsApp pediu um código novo por segurança. Leia mais uma vez: é normal.'
  const notice = await dialog.findByText(text)
  expect(notice.closest('[role="status"]')).toBeTruthy()
  expect(dialog.getByTitle(drawnQr).parentElement?.innerHTML).not.toBe(before)
})

it('shows that WhatsApp is being asked for the letters', async () => {
  let answer = (_: { code: string }) => {}
  const opened = await openQr((server) =>
    server.on(createPairingCode, () => new Promise((resolve) => (answer = resolve))),
  )

  await askForLetters(opened)
  await opened.dialog.findByText('Pedindo o código ao WhatsApp…')
  await waitFor(() => expect(opened.server.received(createPairingCode)).toHaveLength(1))
  answer({ code: 'ABCD1234' })

  await opened.dialog.findByText('ABCD-1234')
})

it.each([
  ['ERR_PAIRING_REFUSED', { code: 400 }, /^O WhatsApp não aceitou este pedido \(erro 400\)/],
  ['ERR_PAIRING_TOO_OFTEN', undefined, /^Foram pedidos códigos demais/],
  ['ERR_PAIRING_NO_ANSWER', undefined, /^O WhatsApp não respondeu a este pedido/],
] as const)('shows at once why WhatsApp gave no letters: %s', async (code, data, reason) => {
  const opened = await openQr((server) =>
    server.on(createPairingCode, () => {
      throw refused(code, data)
    }),
  )

  await askForLetters(opened)
  await opened.dialog.findByText(reason)
  opened.happens({ step: 'letters-refused' })

  await opened.dialog.findByText(/^O WhatsApp não aceitou o pedido de código\./)
  expect(opened.dialog.queryByText(/^\w{4}-\w{4}$/)).toBeNull()
  expect(opened.dialog.getByRole('button', { name: 'Gerar código' })).toHaveProperty('disabled', false)
})

it('strikes letters that WhatsApp withdrew, and requests others', async () => {
  const { person, dialog, happens, server } = await openLetters()

  happens({ step: 'letters-withdrawn' })
  await dialog.findByText('Este código não vale mais. Gere outro ou leia o QR.')
  happens({ step: 'scan', qrcode: '2@next' })
  expect(dialog.getByText('ABCD-1234').tagName).toBe('S')
  server.on(createPairingCode, () => ({ code: 'WXYZ5678' }))
  await person.click(dialog.getByRole('button', { name: 'Gerar outro código' }))

  expect((await dialog.findByText('WXYZ-5678')).tagName).toBe('STRONG')
  expect(server.received(createPairingCode).map(({ body }) => body.number)).toEqual([
    '+5551981220417',
    '+5551981220417',
  ])
})

it('shows new letters as valid until a later report withdraws them too', async () => {
  const { person, dialog, happens, server } = await openLetters()
  happens({ step: 'letters-withdrawn' })
  server.on(createPairingCode, () => ({ code: 'WXYZ5678' }))

  await person.click(await dialog.findByRole('button', { name: 'Gerar outro código' }))
  const letters = await dialog.findByText('WXYZ-5678')
  expect(letters.tagName).toBe('STRONG')
  happens({ step: 'letters-withdrawn' })

  await dialog.findByText('Este código não vale mais. Gere outro ou leia o QR.')
})

it('strikes expired letters', async () => {
  const { dialog } = await openLetters()

  const later = Date.now() + 161_000
  vi.spyOn(Date, 'now').mockImplementation(() => later)

  await dialog.findByText('Este código venceu. Gere outro.', undefined, { timeout: 5_000 })
  expect(dialog.getByText('ABCD-1234').tagName).toBe('S')
})

it('CONN-14 stays open when the QR codes run out while letters are valid, and explains it', async () => {
  const { person, dialog, happens } = await openLetters()

  await person.click(dialog.getByRole('button', { name: 'Vincular com o QR' }))
  happens({ step: 'letters', qrcode: '', qrExpiresAt: null })
  await dialog.findByText(/^Não há mais QR por agora\. O código que você gerou ainda vale/)
  await person.click(dialog.getByRole('button', { name: 'Vincular com um código' }))

  expect(dialog.getByText('ABCD-1234').tagName).toBe('STRONG')
})

const typed = /^O código foi digitado\. .* Se o celular disser que o código está errado, digite-o de novo\.$/

it('shows the letters while the phone finishes, and reports a failure', async () => {
  const { dialog, happens } = await openLetters()

  happens({ status: 'PAIRING', step: 'confirming', qrcode: '' })
  await dialog.findByText(typed)
  expect(dialog.getByText('ABCD-1234').tagName).toBe('STRONG')
  dialog.getByText(/^Vale mais 2:\d\d$/)
  expect(dialog.queryByRole('button', { name: 'Vincular com o QR' })).toBeNull()
  expect(dialog.getAllByRole('button', { name: 'Fechar' })).toHaveLength(2) // the cross and the button
  happens({ status: 'DISCONNECTED', cause: 'phone-silent', step: null, qrcode: '' })

  await dialog.findByText(/mas o celular não concluiu\./)
  dialog.getByRole('button', { name: 'Novo QR CODE' })
})

it('brings the letters back from behind the QR once they were typed', async () => {
  const { person, dialog, happens } = await openLetters()
  await person.click(dialog.getByRole('button', { name: 'Vincular com o QR' }))

  happens({ status: 'PAIRING', step: 'confirming', qrcode: '' })

  await dialog.findByText('ABCD-1234')
})

it('requests other letters for the same number after a mistyping', async () => {
  const { person, dialog, happens, server } = await openLetters()
  happens({ status: 'PAIRING', step: 'confirming', qrcode: '' })
  server.on(createPairingCode, () => ({ code: 'WXYZ5678' }))

  await person.click(await dialog.findByRole('button', { name: 'Gerar outro código' }))
  await dialog.findByText('WXYZ-5678')
  happens({ step: 'letters', qrcode: '' })

  await dialog.findByText('Digite no celular:')
  expect(dialog.getByText('WXYZ-5678').tagName).toBe('STRONG')
  expect(server.received(createPairingCode).map(({ body }) => body.number)).toEqual([
    '+5551981220417',
    '+5551981220417',
  ])
})

it('offers other letters in a dialog that is opened while the phone finishes', async () => {
  const { person, dialog, happens, server } = await openLetters()
  server.on(createPairingCode, () => ({ code: 'WXYZ5678' }))
  happens({ status: 'PAIRING', step: 'confirming', qrcode: '' })
  await dialog.findByText(typed)
  const foot = dialog.getAllByRole('button', { name: 'Fechar' }).at(-1)
  if (foot !== undefined) await person.click(foot)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await person.click(screen.getByRole('button', { name: 'O que fazer' }))
  const again = within(await screen.findByRole('dialog', { name: 'Vincular Loja Norte' }))
  again.getByText('Vinculando')
  again.getByText(typed)
  await person.click(again.getByRole('button', { name: 'Gerar outro código' }))
  await person.type(again.getByLabelText('Número do celular'), '51 98122-0417')
  await person.click(again.getByRole('button', { name: 'Gerar código' }))

  await again.findByText('WXYZ-5678')
})

it('shows why WhatsApp gave no other letters while the phone finishes', async () => {
  const { person, dialog, happens, server } = await openLetters()
  happens({ status: 'PAIRING', step: 'confirming', qrcode: '' })
  server.on(createPairingCode, () => {
    throw refused('ERR_PAIRING_TOO_OFTEN')
  })

  await person.click(await dialog.findByRole('button', { name: 'Gerar outro código' }))

  await dialog.findByText(/^Foram pedidos códigos demais/)
})

it.each([
  ['linking-refused', /^O WhatsApp não aceitou vincular este número agora\./, 'Novo QR CODE'],
  ['linking-interrupted', /^O vínculo foi interrompido antes do fim\./, 'Novo QR CODE'],
  ['version-refused', /^O WhatsApp recusou a versão que o Balcão informa\./, 'Tentar novamente'],
] as const)(
  'stays open with the reason of a failed linking and its remedy: %s',
  async (cause, sentence, act) => {
    const { dialog, happens } = await openQr()

    happens({ status: 'DISCONNECTED', cause, step: null, qrcode: '' })

    await dialog.findByText(sentence)
    dialog.getByRole('button', { name: act })
  },
)

it('explains a passkey request in three sentences, and remains open when it fails', async () => {
  const { dialog, happens } = await openQr()

  happens({ status: 'PAIRING', step: 'passkey', qrcode: '' })
  const panel = await dialog.findByRole('region', { name: 'Chave de acesso pedida' })
  await waitFor(() => expect(document.activeElement).toBe(panel))
  happens({ status: 'DISCONNECTED', cause: 'passkey-asked', step: null, qrcode: '' })

  const sentences = [...panel.querySelectorAll('p')].map(({ textContent }) => textContent ?? '')
  expect(sentences).toHaveLength(3)
  for (const sentence of sentences) expect(sentence).toMatch(/^[^.:]+(: [^.:]+)?[.:]$/)
  expect(sentences[0]).toContain('chave de acesso')
  expect(sentences[1]).toContain('espere um dia')
  expect(within(panel).getAllByRole('listitem')).toHaveLength(3)
  expect(dialog.queryByTitle(drawnQr)).toBeNull()
  expect(dialog.getByRole('button', { name: 'Novo QR CODE' }).className).toContain('secondary')
  expect(dialog.getAllByRole('button', { name: 'Fechar' }).at(-1)?.className).toContain('primary')
})

it('leaves the passkey panel for a new code, through all states in between', async () => {
  const { person, dialog, happens, server } = await openQr((fake) =>
    fake.on(requestNewQr, () => ({ message: 'Starting session.' })),
  )
  happens({ status: 'PAIRING', step: 'passkey', qrcode: '' })

  await person.click(await dialog.findByRole('button', { name: 'Novo QR CODE' }))
  await waitFor(() => expect(server.received(requestNewQr)).toHaveLength(1))
  happens({ status: 'PAIRING', step: null, qrcode: '' })
  happens({ status: 'OPENING', step: null, qrcode: '' })
  happens({ qrcode: '2@second' })

  expect(await dialog.findByTitle(drawnQr)).toBeTruthy()
})

it('closes the passkey panel, and opens it again from the row', async () => {
  const { person, dialog, happens } = await openQr()
  happens({ status: 'DISCONNECTED', cause: 'passkey-asked', step: null, qrcode: '' })

  const foot = dialog.getAllByRole('button', { name: 'Fechar' }).at(-1)
  if (foot !== undefined) await person.click(foot)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await person.click(screen.getByRole('button', { name: 'O que fazer' }))

  await screen.findByRole('region', { name: 'Chave de acesso pedida' })
})
