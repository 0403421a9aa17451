import { limits } from '@balcao/domain/limits'
import { expect, it } from 'vitest'
import { joinSharedText } from './kept-shares'

const { max } = limits.messageText

it.each<[string, string[], string[], string]>([
  [
    'title, text and address are a line each',
    ['Sofá Serra', 'Três lugares', 'https://loja.example/sofa'],
    [],
    'Sofá Serra\nTrês lugares\nhttps://loja.example/sofa',
  ],
  ['an empty part adds no line', ['', '  ', 'https://loja.example'], [], 'https://loja.example'],
  [
    'an address within the text is not repeated',
    ['', 'Veja https://loja.example', 'https://loja.example'],
    [],
    'Veja https://loja.example',
  ],
  ['a title that equals the text is not repeated', ['Bom dia', 'Bom dia'], [], 'Bom dia'],
  ['the name of a file is no text', ['sofa.jpg', ''], ['sofa.jpg'], ''],
  ['nothing is nothing', [], [], ''],
])('LOOK the text of a share: %s', (_, parts, files, text) => {
  const named = files.map((name) => ({ name }))

  expect(joinSharedText(parts, named)).toEqual({ text, isCut: false })
})

it.each<[string, string[], string]>([
  ['one part', ['a'.repeat(max + 1)], 'a'.repeat(max)],
  ['all parts together', ['a'.repeat(max), 'b'], 'a'.repeat(max)],
])('LOOK the text of a share is cut at the size of one message, and marked as cut: %s', (_, parts, text) => {
  expect(joinSharedText(parts, [])).toEqual({ text, isCut: true })
})
