import { expect, it } from 'vitest'
import { deriveFileLinkSigningKeys, verifyFileLink } from './file-link'
import { createMediaLinkSigner } from './signed-media-links'

const key = '7/0123456789abcdef0123456789abcdef.bin'
const noon = new Date('2026-03-10T12:00:00Z')
const linkKeys = deriveFileLinkSigningKeys('a secret')
const links = createMediaLinkSigner(linkKeys, { now: () => noon }, 'https://inbox.example')

it('GEN-20 a link begins with the public address, opens the file and names it', () => {
  const link = links.toFile(key, 'nota.pdf')

  expect(link).toMatch(/^https:\/\/inbox\.example\/public\/7\//)
  expect(verifyFileLink(linkKeys, link.slice('https://inbox.example'.length), noon)).toMatchObject({
    key,
    name: 'nota.pdf',
  })
})

it('C4 a text that is no key of a stored file is never signed', () => {
  expect(() => links.toFile('../secrets.json')).toThrow('No key')
})
