import { expect, test } from 'vitest'
import { companyTexts } from './company-texts'

test.each([
  ['pt-BR', 'Foto', 'Bom dia'],
  ['pt', 'Foto', 'Bom dia'],
  ['en', 'Photo', 'Good morning'],
  ['en-US', 'Photo', 'Good morning'],
  ['es', 'Foto', 'Buenos días'],
  ['xx', 'Foto', 'Bom dia'],
])('a company whose language is %s writes %s and %s', (language, picture, morning) => {
  expect(companyTexts(language).picture).toBe(picture)
  expect(companyTexts(language).greetingAt(9)).toBe(morning)
})

test.each([
  ['pt-BR', false, 'missed', 'Chamada de voz perdida às 14:05'],
  ['pt-BR', true, 'missed', 'Chamada de vídeo perdida às 14:05'],
  ['pt-BR', true, 'answered', 'Chamada de vídeo atendida no celular às 14:05'],
  ['pt-BR', false, 'declined', 'Chamada de voz recusada no celular às 14:05'],
  ['pt-BR', true, 'refused', 'Chamada de vídeo recusada automaticamente às 14:05'],
  ['en', false, 'refused', 'Declined voice call automatically at 14:05'],
  ['es', false, 'refused', 'Llamada de voz rechazada automáticamente a las 14:05'],
  ['en', true, 'missed', 'Missed video call at 14:05'],
  ['en', false, 'declined', 'Declined voice call on the phone at 14:05'],
  ['es', false, 'missed', 'Llamada de voz perdida a las 14:05'],
  ['es', true, 'answered', 'Videollamada atendida en el teléfono a las 14:05'],
] as const)('CONVO-08 in %s a call text names its outcome and time: %#', (language, video, outcome, text) => {
  expect(companyTexts(language).callAt({ video, outcome }, '14:05')).toBe(text)
})

test('every hour of the day has a greeting, in every language', () => {
  const hours = Array.from({ length: 24 }, (_, hour) => hour)
  for (const language of ['pt-BR', 'en', 'es']) {
    expect(hours.map((hour) => companyTexts(language).greetingAt(hour))).not.toContain('')
  }
  expect([0, 5, 6, 11, 12, 17, 18, 23].map((hour) => companyTexts('pt-BR').greetingAt(hour))).toEqual([
    'Boa madrugada',
    'Boa madrugada',
    'Bom dia',
    'Bom dia',
    'Boa tarde',
    'Boa tarde',
    'Boa noite',
    'Boa noite',
  ])
})
