import { listUsers, updateUser } from '@balcao/contract/people'
import { listQueues } from '@balcao/contract/queues'
import {
  beginTwoStepSetup,
  confirmTwoStepSetup,
  disableTwoStep,
  getTwoStepStatus,
  renewRecoveryCodes,
  resetTwoStep,
} from '@balcao/contract/two-step'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { refused } from '../../testing/fake-server'
import { anAdmin, aSessionUser, aUser, userId } from '../../testing/makers'
import { openApp } from '../../testing/open-app'

const secret = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const uri = `otpauth://totp/Balc%C3%A3o:ana?secret=${secret}`
const someCodes = Array.from({ length: 10 }, (_, at) => `aaaa-bbbb-cccc-ddd${at}`)

async function openProfile(startsOn: boolean) {
  const state = { isOn: startsOn, recoveryCodesLeft: startsOn ? 3 : 0 }
  const ana = aSessionUser()
  const app = openApp({
    path: '/connections',
    as: ana,
    serve: (server) =>
      server
        .on(getTwoStepStatus, () => ({ ...state }))
        .on(beginTwoStepSetup, () => ({ secret, uri }))
        .on(confirmTwoStepSetup, ({ body }) => {
          if (body.code !== '123456') throw refused('ERR_TWO_STEP_CODE_WRONG')
          Object.assign(state, { isOn: true, recoveryCodesLeft: 10 })
          return { recoveryCodes: someCodes }
        })
        .on(disableTwoStep, ({ body }) => {
          if (body.password !== 'segredo') throw refused('ERR_PASSWORD_WRONG')
          Object.assign(state, { isOn: false, recoveryCodesLeft: 0 })
          return { message: 'Two-step sign-in is off.' }
        })
        .on(renewRecoveryCodes, () => {
          state.recoveryCodesLeft = 10
          return { recoveryCodes: someCodes }
        }),
  })
  await app.person.click(await screen.findByRole('button', { name: 'Conta de Ana Lima' }))
  await app.person.click(await screen.findByRole('menuitem', { name: 'Perfil' }))
  await screen.findByRole('dialog', { name: 'Meu perfil' })
  return { ...app, section: within(await screen.findByRole('region', { name: 'Duas etapas para entrar' })) }
}

it('A6 switches the second step on by QR or key and a right code, and shows recovery codes', async () => {
  const { person, server, section } = await openProfile(false)
  const save = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:codes')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  await person.click(await section.findByRole('button', { name: 'Ligar duas etapas' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Ligar duas etapas' }))
  expect(dialog.getByTitle('QR Code para o aplicativo autenticador')).toBeTruthy()
  expect(dialog.getByText(secret.match(/.{4}/g)?.join(' ') ?? '')).toBeTruthy()

  await person.type(dialog.getByLabelText('Código'), '111111{Enter}')
  await dialog.findByText(/^Código errado, vencido ou já usado/)
  await person.clear(dialog.getByLabelText('Código'))
  await person.type(dialog.getByLabelText('Código'), '123456{Enter}')

  const codes = within(await screen.findByRole('dialog', { name: 'Códigos de recuperação' }))
  expect(codes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(someCodes)
  await person.click(codes.getByRole('button', { name: 'Copiar os códigos' }))
  expect(await navigator.clipboard.readText()).toBe(`${someCodes.join('\n')}\n`)
  await person.click(codes.getByRole('button', { name: 'Baixar' }))
  expect(save).toHaveBeenCalledTimes(1)
  await person.click(codes.getByRole('button', { name: 'Já guardei' }))
  await waitFor(() => expect(section.getByText(/Restam 10 códigos de recuperação/)).toBeTruthy())
  // The profile around it is another form.
  expect(server.received(updateUser)).toEqual([])
  expect(screen.getByRole('dialog', { name: 'Meu perfil' })).toBeTruthy()
})

it('A6 new codes and switching off require password and code', async () => {
  const { person, server, section } = await openProfile(true)
  await section.findByText(/Restam 3 códigos de recuperação/)
  const prove = async (password: string, act: string) => {
    await person.clear(screen.getByLabelText('Sua senha'))
    await person.type(screen.getByLabelText('Sua senha'), password)
    await person.clear(screen.getByLabelText('Código'))
    await person.type(screen.getByLabelText('Código'), '123456')
    await person.click(screen.getByRole('button', { name: act }))
  }

  await person.click(section.getByRole('button', { name: 'Gerar novos códigos' }))
  await screen.findByRole('dialog', { name: 'Gerar novos códigos?' })
  await prove('segredo', 'Gerar')
  await person.click(await screen.findByRole('button', { name: 'Já guardei' }))
  await section.findByText(/Restam 10 códigos de recuperação/)
  await person.click(section.getByRole('button', { name: 'Desligar duas etapas' }))
  await screen.findByRole('dialog', { name: 'Desligar duas etapas?' })
  await prove('outra', 'Desligar')
  await screen.findByText('A senha está errada.')
  await prove('segredo', 'Desligar')

  await screen.findByText('Duas etapas desligadas.')
  await section.findByRole('button', { name: 'Ligar duas etapas' })
  expect(server.received(renewRecoveryCodes)[0]?.body).toEqual({ password: 'segredo', code: '123456' })
})

it('A6 an admin switches it off for another user after a question, if it is on', async () => {
  let isOn = true
  const { person, server } = openApp({
    path: '/users',
    as: anAdmin(),
    serve: (fake) =>
      fake
        .on(listQueues, () => [])
        .on(listUsers, () => ({
          users: [aUser({ id: userId(2), name: 'Ana Lima' })],
          count: 1,
          hasMore: false,
        }))
        .on(getTwoStepStatus, () => ({ isOn, recoveryCodesLeft: 0 }))
        .on(resetTwoStep, () => {
          isOn = false
          return { message: 'Two-step sign-in is off.' }
        }),
  })
  await person.click(await screen.findByRole('button', { name: 'Editar Ana Lima' }))
  await person.click(await screen.findByRole('button', { name: 'Desligar duas etapas' }))
  const asking = within(await screen.findByRole('dialog', { name: 'Desligar as duas etapas de Ana Lima?' }))
  expect(server.received(resetTwoStep)).toEqual([])

  await person.click(asking.getByRole('button', { name: 'Desligar duas etapas' }))

  await screen.findByText('Duas etapas desligadas.')
  expect(server.received(resetTwoStep)[0]?.params).toEqual({ userId: 2 })
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Duas etapas para entrar' })).toBeNull())
})
