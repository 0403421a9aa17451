import { expect, test } from 'vitest'
import { loadConfig } from './config'

const complete = {
  PUBLIC_URL: 'https://inbox.example.com',
  SMTP_URL: 'smtps://ana:secret@smtp.example.com:465',
  SMTP_FROM: 'Balcão <inbox@example.com>',
}

test('mail needs a server, a sender, and the address that its links open', () => {
  expect(loadConfig(complete).mail).toEqual({ url: complete.SMTP_URL, from: complete.SMTP_FROM })
  expect(loadConfig({}).mail).toBeNull()
  expect(() => loadConfig({ SMTP_URL: complete.SMTP_URL })).toThrow(
    'SMTP_URL needs SMTP_FROM: the sender of the mails.\nSMTP_URL needs PUBLIC_URL',
  )
})

test.each([
  ['SMTP_URL', 'smtp.example.com'],
  ['SMTP_URL', 'https://smtp.example.com'],
  ['SMTP_FROM', 'Balcão'],
  ['SMTP_FROM', 'Balcão <inbox>'],
  ['SMTP_FROM', 'a@example.com\r\nBcc: b@example.com'],
])('%s refuses %j, and shows no secret', (name, value) => {
  expect(() => loadConfig({ ...complete, [name]: value })).toThrow(new RegExp(`^${name} must be like`))
  expect(() => loadConfig({ ...complete, SMTP_FROM: 'x' })).not.toThrow('secret')
})
