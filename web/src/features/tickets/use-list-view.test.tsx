import { act, screen, waitFor } from '@testing-library/react'
import { Suspense, use, useState } from 'react'
import { expect, it } from 'vitest'
import { SignedInOnly } from '../../app/session-gates'
import { openApp } from '../../testing/open-app'
import { ana } from '../../testing/talk'
import { uuidOf } from '../../testing/ticket-makers'
import { useStoreTicketAreaUrl, useTicketNavigation } from './use-list-view'

const neverLoads = new Promise<void>(() => {})

function LoadingPart() {
  use(neverLoads)
  return null
}

it('an answer closes its ticket also while a part of the area loads', async () => {
  let leave: (uuid: string) => void = () => {}
  function Area() {
    useStoreTicketAreaUrl()
    const [loads, setLoads] = useState(false)
    leave = useTicketNavigation().leave
    return (
      <>
        <button type="button" onClick={() => setLoads(true)}>
          Contato
        </button>
        {loads && <LoadingPart />}
      </>
    )
  }
  const area = (
    <Suspense fallback="Carregando">
      <Area />
    </Suspense>
  )
  const pages = [{ path: '/tickets/:uuid?', element: <SignedInOnly page={area} /> }]
  const { person, router } = openApp({ path: `/tickets/${uuidOf(1)}`, as: ana, pages })
  await person.click(await screen.findByRole('button', { name: 'Contato' }))
  await screen.findByText('Carregando')

  act(() => leave(uuidOf(1)))

  await waitFor(() => expect(router.state.location.pathname).toBe('/tickets'))
})
