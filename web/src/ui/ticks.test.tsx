import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import '../lib/i18n/i18n'
import { AckTicks } from './ticks'

afterEach(cleanup)

it.each([
  [0, 'esperando envio', 'clock', 'false'],
  [1, 'enviada', 'check', 'false'],
  [2, 'entregue', 'checkCheck', 'false'],
  [3, 'lida', 'checkCheck', 'true'],
  [4, 'lida', 'checkCheck', 'true'],
  [5, 'lida', 'checkCheck', 'true'],
])('MESSAGE-02 ack %i is "%s": %s, coloured: %s', (ack, words, icon, coloured) => {
  render(<AckTicks ack={ack} />)

  const ticks = screen.getByRole('img', { name: words })

  expect(ticks.querySelector('svg')?.dataset.icon).toBe(icon)
  expect(ticks.dataset.read).toBe(coloured)
})
