import { expect, it } from 'vitest'
import { sharedText } from './shared-text'

it.each<[string, string[], string[], string]>([
  [
    'title, text and address are a line each',
    ['Sofá Serra', 'Três lugares', 'https://loja.example/sofa'],
    [],
    'Sofá Serra\nTrês lugares\nhttps://loja.example/sofa',
  ],
  ['what is left out leaves no line', ['', '  ', 'https://loja.example'], [], 'https://loja.example'],
  [
    'an address that the text has stands once',
    ['', 'Veja https://loja.example', 'https://loja.example'],
    [],
    'Veja https://loja.example',
  ],
  ['a title that is the text stands once', ['Bom dia', 'Bom dia'], [], 'Bom dia'],
  ['the name of a file is no text', ['sofa.jpg', ''], ['sofa.jpg'], ''],
  ['nothing is nothing', [], [], ''],
])('LOOK of what is shared, %s', (_, parts, files, text) => {
  expect(
    sharedText(
      parts,
      files.map((name) => ({ name })),
    ),
  ).toBe(text)
})
