import { readTicketWorkload } from '@balcao/contract/dashboard'
import { liveChannel } from '@balcao/contract/live'
import { getForgottenPasswordOptions, mailPasswordLink } from '@balcao/contract/password-links'
import {
  createUser,
  deleteUser,
  listUsers,
  signOutEverywhere,
  type UserView,
  updateUser,
} from '@balcao/contract/people'
import { listQueues } from '@balcao/contract/queues'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type FakeServer, refused } from '../../testing/fake-server'
import { anAdmin, aQueue, aSessionUser, aUser, companyId, userId } from '../../testing/makers'
import { openApp } from '../../testing/open-app'

const everybody = [
  aUser({ id: userId(1), name: 'Davi Farias', email: 'davi@casaipe.com.br', profile: 'admin' }),
  aUser({ id: userId(2), name: 'Ana Lima', online: true }),
]

function openUsers(serve?: (server: FakeServer) => void, users: UserView[] = everybody) {
  return openApp({
    path: '/users',
    as: anAdmin(),
    serve: (server) => {
      server
        .on(listQueues, () => [aQueue()])
        .on(readTicketWorkload, () => ({ queues: [], users: [{ id: userId(2), open: 7 }] }))
        .on(listUsers, ({ query }) => {
          const found = users.filter(({ name }) =>
            name.toLowerCase().includes(query.searchParam.toLowerCase()),
          )
          const shown = found.slice(20 * (query.pageNumber - 1), 20 * query.pageNumber)
          return { users: shown, count: found.length, hasMore: found.length > 20 * query.pageNumber }
        })
      serve?.(server)
    },
  })
}

async function openForm(serve?: (server: FakeServer) => void) {
  const app = openUsers(serve)
  await app.person.click(await screen.findByRole('button', { name: 'Novo usuário' }))
  await screen.findByRole('dialog', { name: 'Novo usuário' })
  const fill = async (name: string, email: string, password: string | null) => {
    for (const [label, text] of [
      ['Nome', name],
      ['E-mail', email],
      ['Senha', password],
    ] as const) {
      if (text !== null && text !== '') await app.person.type(screen.getByLabelText(label), text)
    }
    await app.person.click(screen.getByRole('button', { name: 'Salvar' }))
  }
  return { ...app, fill }
}

describe('the users page', () => {
  it('each row shows how many tickets its user attends', async () => {
    openUsers()

    const cellOf = async (name: string) =>
      within(await screen.findByRole('row', { name: new RegExp(name) })).getAllByRole('cell')[4]?.textContent
    await waitFor(async () => expect(await cellOf('Ana Lima')).toBe('7'))
    expect(await cellOf('Davi Farias')).toBe('0')
  })

  it('USER-03 shows name, e-mail, profile, presence and actions', async () => {
    openUsers()

    const row = within((await screen.findByText('Ana Lima')).closest('tr') ?? document.body)

    expect(row.getByText('ana@casaipe.com.br')).toBeTruthy()
    expect(row.getByText('Atendente')).toBeTruthy()
    expect(row.getByText('On-line')).toBeTruthy()
    expect(row.getByRole('button', { name: 'Excluir Ana Lima' })).toBeTruthy()
  })

  it('USER-03 GEN-10 a debounced search runs once', async () => {
    const { person, server } = openUsers()
    await screen.findByText('Ana Lima')

    await person.type(screen.getByRole('searchbox', { name: 'Buscar por nome ou e-mail' }), 'davi')

    await waitFor(() => expect(screen.queryByText('Ana Lima')).toBeNull())
    expect(server.received(listUsers).map(({ query }) => query.searchParam)).toEqual(['', 'davi'])
  })

  it('an empty result shows the searched text, and can be cleared', async () => {
    const { person } = openUsers()
    await person.type(await screen.findByRole('searchbox'), 'zzz')
    await screen.findByRole('heading', { name: 'Nada para “zzz”' })

    await person.click(screen.getByRole('button', { name: 'Limpar busca' }))

    await screen.findByText('Ana Lima')
  })

  it('USER-03 GEN-11 loads the next page near the end', async () => {
    const many = Array.from({ length: 25 }, (_, at) =>
      aUser({ id: userId(at + 1), name: `Pessoa ${at + 1}` }),
    )
    openUsers(undefined, many)
    const table = await screen.findByRole('table')
    expect(within(table).getAllByRole('row')).toHaveLength(1 + 20)

    const scroller = table.parentElement?.parentElement ?? table
    fireEvent.scroll(scroller)

    await screen.findByText('Pessoa 25')
    expect(within(table).getAllByRole('row')).toHaveLength(1 + 25)
  })

  it('USER-03 the own account cannot be deleted', async () => {
    openUsers()
    await screen.findByText('Ana Lima')

    const button = screen.getByRole('button', { name: 'Sua própria conta não pode ser excluída' })

    expect(button).toHaveProperty('disabled', true)
  })

  it("RT-20 a colleague's change is refetched", async () => {
    const users = [...everybody]
    const { socket } = openUsers(undefined, users)
    await screen.findByText('Ana Lima')

    users.push(aUser({ id: userId(3), name: 'Bia Rocha' }))
    socket.say(liveChannel.user(companyId), { action: 'create', user: users[2] })

    await screen.findByText('Bia Rocha')
  })

  it('USER-13 ERR-10 deleting shows how many tickets become pending again', async () => {
    const { person, server } = openUsers((fake) =>
      fake.on(deleteUser, () => ({ message: 'User deleted.', returnedTickets: 3 })),
    )
    await person.click(await screen.findByRole('button', { name: 'Excluir Ana Lima' }))

    await person.click(screen.getByRole('button', { name: 'Excluir usuário' }))

    await screen.findByText('Operação realizada com sucesso!')
    await screen.findByText('3 atendimentos voltaram a aguardar.')
    expect(server.received(deleteUser)[0]?.params).toEqual({ userId: 2 })
  })
})

describe('presence', () => {
  it('USER-15 an absent user shows when they were last seen, or that they never signed in', async () => {
    const at = new Date(2026, 10, 18, 8, 2).toISOString()
    openUsers(undefined, [
      aUser({ id: userId(2), name: 'Ana Lima', lastSeenAt: at }),
      aUser({ id: userId(3), name: 'Bia Reis' }),
      aUser({ id: userId(4), name: 'Caio Sá', online: true, lastSeenAt: at }),
    ])

    await screen.findByText('Visto em 18/11/26 08:02')
    expect(screen.getAllByText(/^Visto em/)).toHaveLength(1)
    expect(screen.getByText('Ainda não entrou')).toBeTruthy()
  })

  it('USER-07 an admin ends all sessions of a user, after a question', async () => {
    const { person, server } = openUsers((fake) =>
      fake.on(signOutEverywhere, () => ({ message: 'Signed out everywhere.' })),
    )
    await person.click(await screen.findByRole('button', { name: 'Editar Ana Lima' }))
    await person.click(await screen.findByRole('button', { name: 'Sair de todos os aparelhos' }))
    const asking = within(await screen.findByRole('dialog', { name: 'Encerrar as sessões de Ana Lima?' }))
    expect(server.received(signOutEverywhere)).toEqual([])

    await person.click(asking.getByRole('button', { name: 'Sair de todos os aparelhos' }))

    await screen.findByText('As sessões foram encerradas.')
    expect(server.received(signOutEverywhere)[0]?.params).toEqual({ userId: 2 })
  })
})

describe('the user form', () => {
  it.each([
    ['USER-04', '', 'bia@casaipe.com.br', 'segredo', 'Required'],
    ['USER-04', 'B', 'bia@casaipe.com.br', 'segredo', 'Too Short!'],
    ['USER-04', 'B'.repeat(51), 'bia@casaipe.com.br', 'segredo', 'Too Long!'],
    ['USER-05', 'Bia', 'bia@casaipe.com.br', '1234', 'Too Short!'],
    ['USER-05', 'Bia', 'bia@casaipe.com.br', '', 'Required'],
    ['USER-06', 'Bia', 'bia@', 'segredo', 'Invalid email'],
    ['USER-06', 'Bia', '', 'segredo', 'Required'],
  ])('%s refuses "%s", "%s", "%s": %s', async (_, name, email, password, words) => {
    const { server, fill } = await openForm()

    await fill(name, email, password)

    await screen.findByText(words)
    expect(server.received(createUser)).toEqual([])
  })

  it('USER-11 USER-14 creates with profile, queues and the right to see tickets without queue', async () => {
    const { person, server, fill } = await openForm((fake) => fake.on(createUser, () => aUser()))
    await person.click(screen.getByRole('combobox', { name: 'Filas' }))
    await person.click(await screen.findByRole('option', { name: 'Vendas' }))
    await person.keyboard('{Escape}')
    await person.click(screen.getByLabelText('Vê todos os atendimentos aguardando'))

    await fill('Bia Rocha', 'bia@casaipe.com.br', 'segredo')

    await screen.findByText('Operação realizada com sucesso!')
    expect(server.received(createUser)[0]?.body).toMatchObject({
      name: 'Bia Rocha',
      profile: 'user',
      queueIds: [1],
      allTicket: true,
    })
  })

  it('USER-02 offers the three profiles', async () => {
    const { person } = await openForm()

    await person.click(screen.getByRole('combobox', { name: 'Perfil' }))

    const names = screen.getAllByRole('option').map(({ textContent }) => textContent)
    expect(names).toEqual(['Atendente', 'Supervisor', 'Administrador'])
  })

  it("PLAN-09 shows the text of the plan's limit", async () => {
    const { fill } = await openForm((fake) =>
      fake.on(createUser, () => {
        throw refused('ERR_PLAN_LIMIT', { what: 'users', limit: 5 })
      }),
    )

    await fill('Bia Rocha', 'bia@casaipe.com.br', 'segredo')

    await screen.findByText('Número máximo de usuários atingido: 5.')
  })

  it('USER-06 an e-mail in use is reported at its field', async () => {
    const { fill } = await openForm((fake) =>
      fake.on(createUser, () => {
        throw refused('ERR_EMAIL_ALREADY_EXISTS')
      }),
    )

    await fill('Bia Rocha', 'bia@casaipe.com.br', 'segredo')

    expect(await screen.findAllByText('Este e-mail já está em uso.')).toHaveLength(2)
    expect(document.activeElement).toBe(screen.getByLabelText('E-mail'))
  })

  it('ERR-10 removing a queue shows how many tickets become pending again', async () => {
    const { person } = openUsers((fake) => fake.on(updateUser, () => ({ ...aUser(), returnedTickets: 2 })))
    await person.click(await screen.findByRole('button', { name: 'Editar Ana Lima' }))

    await person.type(await screen.findByLabelText('Nome'), ' Souza')
    await person.click(screen.getByRole('button', { name: 'Salvar' }))

    await screen.findByText('Operação realizada com sucesso!')
    await screen.findByText('2 atendimentos voltaram a aguardar.')
  })

  it("USER-07 a save sends only changed fields, so another admin's removal remains", async () => {
    const { person, server } = openUsers((fake) =>
      fake.on(updateUser, () => ({ ...aUser(), returnedTickets: 0 })),
    )
    const edit = async () => person.click(await screen.findByRole('button', { name: 'Editar Ana Lima' }))
    const save = async () => {
      await person.click(screen.getByRole('button', { name: 'Salvar' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }

    await edit()
    await person.type(await screen.findByLabelText('Nome'), ' Souza')
    await save()
    await edit()
    await person.click(await screen.findByRole('combobox', { name: 'Perfil' }))
    await person.click(await screen.findByRole('option', { name: 'Supervisor' }))
    await person.click(screen.getByLabelText('Vê todos os atendimentos aguardando'))
    await save()

    expect(server.received(updateUser).map(({ body }) => body)).toEqual([
      { name: 'Ana Lima Souza' },
      { profile: 'supervisor', allTicket: true },
    ])
  })

  it('USER-05 an empty password on edit is sent as unchanged', async () => {
    const { person, server } = openUsers((fake) =>
      fake.on(updateUser, () => ({ ...aUser(), returnedTickets: 0 })),
    )
    await person.click(await screen.findByRole('button', { name: 'Editar Ana Lima' }))

    await person.type(await screen.findByLabelText('Nome'), ' Souza')
    await person.click(screen.getByRole('button', { name: 'Salvar' }))

    await screen.findByText('Operação realizada com sucesso!')
    expect(server.received(updateUser)[0]?.body.password).toBeUndefined()
  })
})

describe('a new user', () => {
  it('without a queue shows a warning, until one is chosen or the profile needs none', async () => {
    const { person } = await openForm()
    const warning = () => screen.queryByText(/^Sem fila, esta pessoa não recebe nem abre atendimentos\./)
    expect(warning()).toBeTruthy()

    await person.click(screen.getByRole('combobox', { name: 'Perfil' }))
    await person.click(await screen.findByRole('option', { name: 'Administrador' }))

    expect(warning()).toBeNull()
  })

  it('gets a generated password, which is shown, and a text to send', async () => {
    const { person, server, fill } = await openForm((fake) => fake.on(createUser, () => aUser()))
    await person.type(screen.getByLabelText('E-mail'), 'bia@casaipe.com.br')
    await person.click(screen.getByRole('button', { name: 'Gerar senha' }))
    const { value, type } = screen.getByLabelText<HTMLInputElement>('Senha')

    await person.click(screen.getByRole('button', { name: 'Copiar convite' }))
    const invitation = await navigator.clipboard.readText()
    await fill('Bia Rocha', '', '')

    expect([value.length, type]).toEqual([14, 'text'])
    expect(invitation).toContain(`E-mail: bia@casaipe.com.br\nSenha: ${value}\n`)
    await waitFor(() => expect(server.received(createUser)[0]?.body.password).toBe(value))
  })

  it('is invited by e-mail where the installation sends mail: the form asks for no password', async () => {
    const { person, server, fill } = await openForm((fake) =>
      fake
        .on(getForgottenPasswordOptions, () => ({ sendsMail: true, supportContact: null }))
        .on(createUser, () => aUser()),
    )
    await person.type(screen.getByLabelText('E-mail'), 'bia@casaipe.com.br')
    await person.click(await screen.findByRole('switch', { name: 'Enviar convite por e-mail' }))
    expect(screen.queryByLabelText('Senha')).toBeNull()
    await fill('Bia Rocha', '', null)

    await screen.findByText('Convite enviado para bia@casaipe.com.br.')
    expect(server.received(createUser)[0]?.body).toMatchObject({
      invite: true,
      password: expect.stringMatching(/^\w{14}$/),
    })
  })

  it('gets another mail from the form of a colleague', async () => {
    const bia = aUser({ name: 'Bia Rocha', email: 'bia@casaipe.com.br' })
    const { person, server } = openApp({
      path: '/users',
      as: anAdmin(),
      serve: (fake) =>
        fake
          .on(listUsers, () => ({ users: [bia], count: 1, hasMore: false }))
          .on(getForgottenPasswordOptions, () => ({ sendsMail: true, supportContact: null }))
          .on(mailPasswordLink, () => ({ message: '' })),
    })
    await person.click(await screen.findByRole('button', { name: 'Editar Bia Rocha' }))
    await person.click(await screen.findByRole('button', { name: 'Enviar e-mail para nova senha' }))

    await screen.findByText('E-mail a caminho de bia@casaipe.com.br.')
    expect(server.received(mailPasswordLink)[0]?.params).toEqual({ userId: bia.id })
  })
})

describe('the own account', () => {
  const openOwn = async (serve: (server: FakeServer) => void) => {
    const app = openApp({ path: '/connections', as: aSessionUser(), serve })
    await app.person.click(await screen.findByRole('button', { name: 'Conta de Ana Lima' }))
    await app.person.click(await screen.findByRole('menuitem', { name: 'Perfil' }))
    await screen.findByRole('dialog', { name: 'Meu perfil' })
    return { ...app, save: () => app.person.click(screen.getByRole('button', { name: 'Salvar' })) }
  }

  it('changes its password only with the current one; a wrong one is reported at its field', async () => {
    let isWrong = true
    const { person, server, save } = await openOwn((fake) =>
      fake.on(updateUser, () => {
        if (isWrong) throw refused('ERR_PASSWORD_WRONG')
        return { ...aUser(), returnedTickets: 0 }
      }),
    )
    expect(screen.queryByLabelText('Senha atual')).toBeNull()

    await person.type(screen.getByLabelText('Senha'), 'broa de milho')
    await save()
    await screen.findByText('Required')
    await person.type(screen.getByLabelText('Senha atual'), 'antiga')
    await save()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Senha atual')))
    expect(screen.getAllByText('A senha está errada.').length).toBeGreaterThan(0)
    isWrong = false
    await person.type(screen.getByLabelText('Senha atual'), ' certa')
    await save()

    await screen.findByText('Operação realizada com sucesso!')
    expect(server.received(updateUser).map(({ body }) => body)).toEqual([
      { password: 'broa de milho', currentPassword: 'antiga' },
      { password: 'broa de milho', currentPassword: 'antiga certa' },
    ])
  })

  it('needs the current password when its e-mail changes', async () => {
    const { person } = await openOwn(() => undefined)

    await person.type(screen.getByLabelText('E-mail'), '.br')

    expect(await screen.findByLabelText('Senha atual')).toBeTruthy()
  })

  it('USER-07 SHELL-44 SHELL-45 PERM-07 PERM-08 an attendant changes name, e-mail and password', async () => {
    const ana = aSessionUser()
    const { person, server } = openApp({
      path: '/connections',
      as: ana,
      serve: (fake) => fake.on(updateUser, () => ({ ...aUser(), returnedTickets: 0 })),
    })
    await person.click(await screen.findByRole('button', { name: 'Conta de Ana Lima' }))
    await person.click(await screen.findByRole('menuitem', { name: 'Perfil' }))
    await screen.findByRole('dialog', { name: 'Meu perfil' })
    expect(screen.queryByRole('combobox')).toBeNull()

    await person.type(screen.getByLabelText('Nome'), ' Souza')
    await person.click(screen.getByRole('button', { name: 'Salvar' }))

    await screen.findByText('Operação realizada com sucesso!')
    expect(server.received(updateUser)[0]).toMatchObject({
      params: { userId: ana.id },
      body: { name: 'Ana Lima Souza' },
    })
    expect(server.received(updateUser)[0]?.body).not.toHaveProperty('profile')
  })
})
