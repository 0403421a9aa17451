import { expect, test } from 'vitest'
import { linkPreviewOf } from './link-preview'

const page = { title: 'Sofá Serra', description: 'Três lugares' }
const preview = (link: string, change: Partial<typeof page> = {}) =>
  linkPreviewOf(`Olha: ${link} gostei`, { link, ...page, ...change })

test.each([
  ['a link with its scheme', 'https://loja.com.br/sofa?cor=azul', 'https://loja.com.br/sofa?cor=azul'],
  ['a link without it, as phones take it too', 'loja.com.br/sofa', 'https://loja.com.br/sofa'],
  ['www', 'www.loja.com.br', 'https://www.loja.com.br/'],
  ['a port', 'http://loja.com.br:8080/', 'http://loja.com.br:8080/'],
  ['letters that look like others, by their real name', 'https://lоja.com', 'https://xn--lja-sed.com/'],
])('the preview of %s leads where the link leads', (_, link, url) => {
  expect(preview(link)).toEqual({ url, ...page })
})

test.each([
  ['a script', 'javascript:alert(1)'],
  ['a script with a comment', 'javascript://loja.com/%0aalert(1)'],
  ['a file', 'file:///etc/passwd'],
  ['data', 'data:text/html,x.y'],
  ['mail', 'mailto:ana@loja.com'],
  ['a phone', 'tel:5551999990000'],
  ['an address behind a name', 'https://banco.com.br@mal.example/'],
  ['an address behind a name and password', 'https://banco.com.br:x@mal.example/'],
  ['a name of the own network', 'http://localhost/'],
  ['a direction that turns', 'https://loja.com/\u202egpj.exe'],
  ['two words', 'loja.com sofa'],
  ['a backslash', 'https:\\\\loja.com'],
  ['nothing', ''],
  ['no address', 'https://'],
  ['no end', `https://loja.com/${'a'.repeat(3_000)}`],
  ['an address that grows without end as it is written out', `https://loja.com/${'ã'.repeat(1_000)}`],
])('%s has no preview', (_, link) => {
  expect(preview(link)).toBeNull()
})

test.each([
  ['a link that the text does not contain', 'Veja https://loja.com', 'https://mal.example'],
  ['the end of another', 'Veja https://bancobradesco.com.br', 'desco.com.br'],
  ['the beginning of another', 'Veja https://banco.com.br', 'https://banco.com'],
  ['the beginning of a path', 'Veja https://loja.com/sofa-azul', 'https://loja.com/sofa'],
  ['what another link names', 'Veja https://loja.com/?r=mal.example', 'mal.example'],
])('%s has no preview', (_, text, link) => {
  expect(linkPreviewOf(text, { link, ...page })).toBeNull()
})

test.each([
  '(loja.com)',
  'loja.com.',
  '*loja.com*',
  'Site:loja.com',
  'loja.com/a loja.com',
  'Veja\nloja.com, é bom',
])('a link may occur within a sentence: %j', (text) => {
  expect(linkPreviewOf(text, { link: 'loja.com', ...page })?.url).toBe('https://loja.com/')
})

test('title and description are one bounded line without bidi controls; no title, no preview', () => {
  const shown = preview('loja.com', {
    title: `a\u202e\nb${'c'.repeat(9_999)}`,
    description: 'd'.repeat(9_999),
  })

  expect(shown?.title).toBe(`a b${'c'.repeat(197)}`)
  expect(shown?.description).toBe('d'.repeat(300))
  expect(preview('loja.com', { description: '' })?.description).toBe('')
  expect(preview('loja.com', { title: ' \u202e ' })).toBeNull()
})
