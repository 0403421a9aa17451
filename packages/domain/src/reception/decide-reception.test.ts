import { expect, test } from 'vitest'
import { humanTakeoverText } from '../assistant-texts'
import type { NonTextMessageKind } from './facts'
import {
  aQueue,
  bot7,
  bot8,
  type Different,
  decided,
  earlier,
  ended,
  inOptions,
  inQueues,
  option,
  prompt3,
  prompt4,
  queueId,
  sales,
  silent,
  support,
} from './testing/reception-fixture'

// The text of the conversation as one line: ` / ` is a line break.
const list = '*[ 1 ]* - Vendas / *[ 2 ]* - Suporte / *[ 3 ]* - Financeiro'
const greetingAndList = `« Olá, Carla! /  / ${list}`
const ways = '*[ 0 ]* - Menu anterior / *[ # ]* - Menu inicial'
const top = `*[ 1 ]* - Segunda via / *[ 2 ]* - Horários / ${ways}`
const salesMenu = `« Vendas, às ordens! /  / ${top}`
const below = `*[ 1 ]* - Por e-mail / *[ 2 ]* - Por aqui / ${ways}`
const invoiceMenu = `« Qual delas? /  / ${below}`
const again = '« Não encontrei essa opção. Responda com o número de uma destas: /  / '
const byNumber = 'Responda com o número de uma destas opções: /  / '
const deaf = `« Por aqui ainda não ouço áudios. ${byNumber}`
const soon = '« Obrigado! Em breve alguém vai atender você.'

const inSales = { queueId: queueId(1) }
const inSupport = { queueId: queueId(2) }
const atQueues = { bot: inQueues() }
const atTop = { bot: inOptions(), ticket: inSales }
const atInvoices = { bot: inOptions(10), ticket: inSales }
const over = { bot: ended, ticket: inSales }
const onlySales = { queues: [sales] }
const sent = (what: NonTextMessageKind) => ({ message: { kind: 'no-words', sent: what } }) as const
const noWords = sent('sound')
const unreadable = { message: { kind: 'unreadable' } } as const
const call = { message: { kind: 'call' } } as const
const group = { ticket: { isGroup: true } }

/** Each kind of message without text, and the menu's answer to it. */
const wordless: readonly (readonly [thing: string, what: NonTextMessageKind, words: string])[] = [
  ['a picture', 'picture', 'Por aqui ainda não vejo imagens nem vídeos.'],
  ['a document', 'document', 'Por aqui ainda não leio arquivos.'],
  ['a place', 'place', 'Por aqui ainda não entendo localizações.'],
  ['a card', 'card', 'Por aqui ainda não leio contatos.'],
  ['a poll', 'poll', 'Por aqui ainda não respondo a enquetes.'],
  ['what we cannot show', 'other', 'Por aqui só entendo mensagens de texto.'],
]

type Case = readonly [sentence: string, words: string, different: Different, decided: readonly string[]]

/** A table for each part of the specification: `words` is the customer's text; the customer is new unless stated. */
const tables: Record<string, readonly Case[]> = {
  'BOT-02 the first message on a connection': [
    ['with several queues: greeting and numbered list', 'Oi', {}, [greetingAndList, 'at queues']],
    ['a number says nothing before the list was offered', '1', {}, [greetingAndList, 'at queues']],
    ['nor does #', '#', {}, [greetingAndList, 'at queues']],
    ['a voice note gets the greeting too', '', noWords, [greetingAndList, 'at queues']],
    ['an unreadable message gets the greeting too', '', unreadable, [greetingAndList, 'at queues']],
    [
      'without a greeting the list is sent alone',
      'Oi',
      { connection: { greetingMessage: '' } },
      [`« ${list}`, 'at queues'],
    ],
    [
      'a blank greeting is none',
      'Oi',
      { connection: { greetingMessage: ' \n ' } },
      [`« ${list}`, 'at queues'],
    ],
    [
      'two queues are a choice',
      'Oi',
      { queues: [sales, support] },
      ['« Olá, Carla! /  / *[ 1 ]* - Vendas / *[ 2 ]* - Suporte', 'at queues'],
    ],
    [
      'their order is the connection’s',
      'Oi',
      { queues: [support, sales] },
      ['« Olá, Carla! /  / *[ 1 ]* - Suporte / *[ 2 ]* - Vendas', 'at queues'],
    ],
    [
      'a ticket that waited before there was a bot is offered the list',
      'Oi',
      { ticket: { isNew: false } },
      [greetingAndList, 'at queues'],
    ],
    [
      'one queue is given at once, and its menu begins',
      'Oi',
      onlySales,
      ['queue 1', salesMenu, 'at options'],
    ],
    [
      'one queue with a greeting only sends it',
      'Oi',
      { queues: [support] },
      ['queue 2', '« Suporte: já vamos, Carla.', 'at ended'],
    ],
    ['one queue without a text is assigned silently', 'Oi', { queues: [silent] }, ['queue 3', 'at ended']],
    [
      'one queue is not assigned to a continued ticket',
      'Oi',
      { queues: [silent], ticket: { isNew: false } },
      [],
    ],
    ['without queues the bot sends nothing', 'Oi', { queues: [] }, []],
    ['a group gets the one queue and no bot', 'Oi', { ...group, queues: [sales] }, ['queue 1']],
    ['a group with several queues waits without one', 'Oi', group, []],
    ['a call gets the one queue and no menu', '', { ...call, ...onlySales }, ['queue 1']],
    ['a call on a connection with several queues opens in silence', '', call, []],
    [
      'a ticket in a queue of another connection is left to its people',
      'Oi',
      { ticket: { queueId: queueId(9) } },
      [],
    ],
  ],
  'BOT-02 the number picks the queue': [
    ['1 is the first', '1', atQueues, ['queue 1', salesMenu, 'at options']],
    [
      '2 is the second, whose greeting ends the menu',
      '2',
      atQueues,
      ['queue 2', '« Suporte: já vamos, Carla.', 'at ended'],
    ],
    ['a queue without a text announces a person', '3', atQueues, ['queue 3', soon, 'at ended']],
    [
      'it is the place in the list that counts, not the id',
      '1',
      { ...atQueues, queues: [support, sales] },
      ['queue 2', '« Suporte: já vamos, Carla.', 'at ended'],
    ],
    [
      'blanks around it do not matter',
      '  2\n',
      atQueues,
      ['queue 2', '« Suporte: já vamos, Carla.', 'at ended'],
    ],
    ['as written in the list', '*[ 3 ]*', atQueues, ['queue 3', soon, 'at ended']],
    ['in brackets', '[3]', atQueues, ['queue 3', soon, 'at ended']],
    ['with a full stop', '3.', atQueues, ['queue 3', soon, 'at ended']],
    ['with a bracket behind', '3)', atQueues, ['queue 3', soon, 'at ended']],
    ['with a leading zero', '03', atQueues, ['queue 3', soon, 'at ended']],
    ['as an emoji', '3️⃣', atQueues, ['queue 3', soon, 'at ended']],
    ['as an emoji without its selector', '3⃣', atQueues, ['queue 3', soon, 'at ended']],
    ['in full-width digits', '３', atQueues, ['queue 3', soon, 'at ended']],
    ['as a word', 'três', atQueues, ['queue 3', soon, 'at ended']],
    ['as a word without its accent', 'tres', atQueues, ['queue 3', soon, 'at ended']],
    ['as a word in capitals', 'TRÊS!', atQueues, ['queue 3', soon, 'at ended']],
    ['as an English word', 'three', atQueues, ['queue 3', soon, 'at ended']],
    ['um', 'um', atQueues, ['queue 1', salesMenu, 'at options']],
    ['uma', 'Uma', atQueues, ['queue 1', salesMenu, 'at options']],
    ['uno', 'uno', atQueues, ['queue 1', salesMenu, 'at options']],
    ['one', 'one', atQueues, ['queue 1', salesMenu, 'at options']],
    ['dois', 'dois', atQueues, ['queue 2', '« Suporte: já vamos, Carla.', 'at ended']],
    ['duas', 'duas', atQueues, ['queue 2', '« Suporte: já vamos, Carla.', 'at ended']],
    ['dos', 'dos', atQueues, ['queue 2', '« Suporte: já vamos, Carla.', 'at ended']],
    ['by its name', 'financeiro', atQueues, ['queue 3', soon, 'at ended']],
    ['as the copied line', '*[ 3 ]* - Financeiro', atQueues, ['queue 3', soon, 'at ended']],
    ['as an option', 'opção 3', atQueues, ['queue 3', soon, 'at ended']],
    ['by its name in capitals and with a mark', 'FINANCEIRO!', atQueues, ['queue 3', soon, 'at ended']],
    [
      'below a picture',
      '2',
      { ...atQueues, message: { kind: 'text', text: '2' } },
      ['queue 2', '« Suporte: já vamos, Carla.', 'at ended'],
    ],
    ['long after the list', '3', { bot: inQueues(0, earlier(10_000)) }, ['queue 3', soon, 'at ended']],
    ['after wrong answers', '3', { bot: inQueues(3) }, ['queue 3', soon, 'at ended']],
    ['# offers the list anew', '#', atQueues, [greetingAndList, 'at queues']],
    ['# in brackets too', '*[ # ]*', atQueues, [greetingAndList, 'at queues']],
    [
      'a deleted queue: its ticket is offered the list',
      'Oi',
      { bot: inOptions(), ticket: { queueId: null } },
      [greetingAndList, 'at queues'],
    ],
  ],
  'BOT-02 the list was offered over another connection, or has shrunk since': [
    [
      'this connection has one queue: it is assigned, and its menu begins',
      'Oi, filial',
      { ...atQueues, queues: [sales] },
      ['queue 1', salesMenu, 'at options'],
    ],
    ['a number changes nothing', '2', { ...atQueues, queues: [sales] }, ['queue 1', salesMenu, 'at options']],
    ['nor does #', '#', { ...atQueues, queues: [sales] }, ['queue 1', salesMenu, 'at options']],
    [
      'a queue without a text announces a person',
      'Oi',
      { ...atQueues, queues: [silent] },
      ['queue 3', soon, 'at ended'],
    ],
    [
      'its hours come first',
      'Oi',
      { ...atQueues, queues: [{ ...sales, isOpen: false }], hours: { mode: 'queue' } },
      ['queue 1', '« Vendas volta às 8h.', 'closed', 'at options'],
    ],
    [
      'and so does its assistant',
      'Oi',
      { ...atQueues, queues: [{ ...sales, assistants: { integrationId: bot8, promptId: null } }] },
      ['queue 1', 'bot 8', 'at ended'],
    ],
    ['without queues on this connection the bot sends nothing', 'Oi', { ...atQueues, queues: [] }, []],
    [
      'other queues are here: their list repeats',
      '9',
      { ...atQueues, queues: [support, silent] },
      [`${again}*[ 1 ]* - Suporte / *[ 2 ]* - Financeiro`, 'at queues (1)'],
    ],
    [
      'a customer in a queue of the other connection is left to its people',
      '1',
      { ...atTop, queues: [support] },
      [],
    ],
    ['also with #', '#', { ...atTop, queues: [support] }, []],
    [
      'a ticket that a person took over gets no answer',
      'Oi',
      { ...atQueues, queues: [sales], ticket: { wasTakenOver: true } },
      [],
    ],
  ],
  'BOT-04 an answer that is none': [
    ['repeats the list', '9', atQueues, [`${again}${list}`, 'at queues (1)']],
    ['0 names no queue', '0', atQueues, [`${again}${list}`, 'at queues (1)']],
    ['nor does a number beyond the list', '4', atQueues, [`${again}${list}`, 'at queues (1)']],
    ['nor a sentence with a number', 'quero 2 pizzas', atQueues, [`${again}${list}`, 'at queues (1)']],
    ['nor a telephone number', '51999990000', atQueues, [`${again}${list}`, 'at queues (1)']],
    ['nor a fraction', '1/2', atQueues, [`${again}${list}`, 'at queues (1)']],
    ['nor two numbers', '1 2', atQueues, [`${again}${list}`, 'at queues (1)']],
    ['nor a word that is part of a name', 'vend', atQueues, [`${again}${list}`, 'at queues (1)']],
    ['nor a blank text', ' ', atQueues, [`${again}${list}`, 'at queues (1)']],
    ['nor an emoji', '👍', atQueues, [`${again}${list}`, 'at queues (1)']],
    ['nor a template', '{{name}}', atQueues, [`${again}${list}`, 'at queues (1)']],
    [
      'a voice note gets a helpful answer',
      '',
      { ...atQueues, ...noWords },
      [`${deaf}${list}`, 'at queues (1)'],
    ],
    ...wordless.map(([thing, what, words]): Case => {
      const decided = [`« ${words} ${byNumber}${list}`, 'at queues (1)']
      return [`${thing} is called what it is`, '', { ...atQueues, ...sent(what) }, decided]
    }),
    [
      'in English',
      '',
      { ...atQueues, ...sent('place'), language: 'en' },
      [
        `« I cannot use locations here. Please answer with the number of one of these: /  / ${list}`,
        'at queues (1)',
      ],
    ],
    [
      'in Spanish',
      '',
      { ...atQueues, ...sent('poll'), language: 'es' },
      [
        `« Por aquí todavía no respondo encuestas. Responde con el número de una de estas opciones: /  / ${list}`,
        'at queues (1)',
      ],
    ],
    ['an unreadable message gets no answer', '', { ...atQueues, ...unreadable }, []],
    ['a call is not answered by the menu', '1', { ...atQueues, ...call }, []],
    ['it is repeated up to the limit', 'x', { bot: inQueues(2) }, [`${again}${list}`, 'at queues (3)']],
    ['then people take over, in the current queue', 'x', { bot: inQueues(3) }, [soon, 'at ended']],
    [
      'or in the configured queue',
      'x',
      { bot: inQueues(3), connection: { sendQueueId: queueId(2) } },
      ['queue 2', soon, 'at ended'],
    ],
    ['a limit of one', 'x', { bot: inQueues(1), connection: { maxUseBotQueues: 1 } }, [soon, 'at ended']],
    ['a voice note counts as well', '', { bot: inQueues(3), ...noWords }, [soon, 'at ended']],
    [
      'but another bot is left alone after a hundred in a row',
      'x',
      { bot: inQueues(100), connection: { maxUseBotQueues: 0 } },
      [soon, 'at ended'],
    ],
    [
      '0 is no limit',
      'x',
      { bot: inQueues(99), connection: { maxUseBotQueues: 0 } },
      [`${again}${list}`, 'at queues (100)'],
    ],
    ['a right answer resets the count', '1', { bot: inQueues(3) }, ['queue 1', salesMenu, 'at options']],
    [
      'within timeUseBotQueues the list is not offered again',
      'x',
      { bot: inQueues(0, earlier(4)), connection: { timeUseBotQueues: 5 } },
      [],
    ],
    [
      'after it, it is',
      'x',
      { bot: inQueues(0, earlier(5)), connection: { timeUseBotQueues: 5 } },
      [`${again}${list}`, 'at queues (1)'],
    ],
    [
      'a number is accepted at any time',
      '3',
      { bot: inQueues(0, earlier(1)), connection: { timeUseBotQueues: 5 } },
      ['queue 3', soon, 'at ended'],
    ],
    [
      '# asks for it at any time',
      '#',
      { bot: inQueues(0, earlier(1)), connection: { timeUseBotQueues: 5 } },
      [greetingAndList, 'at queues'],
    ],
    [
      'the last wrong answer waits for nothing',
      'x',
      { bot: inQueues(3, earlier(1)), connection: { timeUseBotQueues: 5 } },
      [soon, 'at ended'],
    ],
    ['afterwards the bot is silent', 'alô?', { bot: ended }, []],
    ['except for #', '#', { bot: ended }, [greetingAndList, 'at queues']],
    [
      'a ticket that a timer moved to a queue meanwhile is left to people',
      '1',
      { bot: inQueues(), ticket: inSupport },
      [],
    ],
  ],
  'BOT-03 the menu of a queue': [
    ['an option with children shows them', '1', atTop, [invoiceMenu, 'at options 10']],
    ['a leaf sends its message and ends', '2', atTop, ['« Das 8h às 18h.', 'at ended']],
    ['an option as an emoji', '2️⃣', atTop, ['« Das 8h às 18h.', 'at ended']],
    ['as a word', 'dois', atTop, ['« Das 8h às 18h.', 'at ended']],
    ['by its title', 'horarios', atTop, ['« Das 8h às 18h.', 'at ended']],
    ['by its title with accents', 'Horários', atTop, ['« Das 8h às 18h.', 'at ended']],
    ['0 at the top returns to the queues', '0', atTop, ['leave', greetingAndList, 'at queues']],
    ['zero as a word', 'zero', atTop, ['leave', greetingAndList, 'at queues']],
    ['0 as an emoji', '0️⃣', atTop, ['leave', greetingAndList, 'at queues']],
    ['# at the top as well', '#', atTop, ['leave', greetingAndList, 'at queues']],
    ['# as an emoji', '#️⃣', atTop, ['leave', greetingAndList, 'at queues']],
    ['with one queue 0 shows its top again', '0', { ...atTop, ...onlySales }, [salesMenu, 'at options']],
    ['with one queue # does so too', '#', { ...atTop, ...onlySales }, [salesMenu, 'at options']],
    ['an invalid answer repeats the options', '7', atTop, [`${again}${top}`, 'at options (1)']],
    ['a sentence does so as well', 'quero falar com alguém', atTop, [`${again}${top}`, 'at options (1)']],
    ['a voice note gets a helpful answer', '', { ...atTop, ...noWords }, [`${deaf}${top}`, 'at options (1)']],
    ['an unreadable message gets no answer', '', { ...atTop, ...unreadable }, []],
    [
      'after the limit people take over in the queue',
      'x',
      { bot: inOptions(null, 3), ticket: inSales },
      [soon, 'at ended'],
    ],
    [
      'or in the configured queue',
      'x',
      { bot: inOptions(null, 3), ticket: inSales, connection: { sendQueueId: queueId(3) } },
      ['queue 3', soon, 'at ended'],
    ],
    [
      'which may be this one',
      'x',
      { bot: inOptions(null, 3), ticket: inSales, connection: { sendQueueId: queueId(1) } },
      [soon, 'at ended'],
    ],
    [
      'timeUseBotQueues does not delay the options',
      'x',
      { ...atTop, connection: { timeUseBotQueues: 60 } },
      [`${again}${top}`, 'at options (1)'],
    ],
    ['a number of the level above is none below', '3', atInvoices, [`${again}${below}`, 'at options 10 (1)']],
    ['below, a leaf sends its message', '1', atInvoices, ['« Enviada!', 'at ended']],
    ['a leaf without a text announces a person', '2', atInvoices, [soon, 'at ended']],
    ['0 shows the level above', '0', atInvoices, [salesMenu, 'at options']],
    ['# shows the queues from anywhere', '#', atInvoices, ['leave', greetingAndList, 'at queues']],
    ['below, the limit counts as well', 'x', { bot: inOptions(10, 3), ticket: inSales }, [soon, 'at ended']],
    [
      'below, the helpful answer too',
      '',
      { ...atInvoices, ...noWords },
      [`${deaf}${below}`, 'at options 10 (1)'],
    ],
    [
      'a deleted option leaves the customer at the top',
      '2',
      { bot: inOptions(99), ticket: inSales },
      ['« Das 8h às 18h.', 'at ended'],
    ],
    [
      'a menu whose options were all deleted ends',
      '1',
      { bot: inOptions(), ticket: inSupport },
      ['at ended'],
    ],
    ['after the end the bot is silent', '1', over, []],
    ['after the end # shows the queues', '#', over, ['leave', greetingAndList, 'at queues']],
    [
      'after the end with one queue # shows its menu',
      '#',
      { ...over, ...onlySales },
      [salesMenu, 'at options'],
    ],
    ['after the end a voice note is for people', '', { ...over, ...noWords }, []],
    [
      'keys are those of the options, not their positions',
      '5',
      {
        bot: inOptions(),
        ticket: inSales,
        queues: [aQueue(1, 'Vendas', { options: [option(5, 'Cinco', 'Sim.')] }), support],
      },
      ['« Sim.', 'at ended'],
    ],
    [
      'options are sorted by their keys',
      'x',
      {
        bot: inOptions(),
        ticket: inSales,
        queues: [aQueue(1, 'Vendas', { options: [option(2, 'B'), option(1, 'A')] }), support],
      },
      [`${again}*[ 1 ]* - A / *[ 2 ]* - B / ${ways}`, 'at options (1)'],
    ],
    [
      'an option without a text shows its children',
      '1',
      {
        bot: inOptions(),
        ticket: inSales,
        queues: [
          aQueue(1, 'Vendas', { options: [option(1, 'A', '', [option(1, 'B', 'b', [], 2)], 1)] }),
          support,
        ],
      },
      [`« *[ 1 ]* - B / ${ways}`, 'at options 1'],
    ],
    [
      '0 two levels down shows the level above, with its message',
      '0',
      {
        bot: inOptions(2),
        ticket: inSales,
        queues: [
          aQueue(1, 'V', {
            options: [option(1, 'A', 'a?', [option(1, 'B', 'b?', [option(1, 'C', 'c', [], 3)], 2)], 1)],
          }),
          support,
        ],
      },
      [`« a? /  / *[ 1 ]* - B / ${ways}`, 'at options 1'],
    ],
    [
      'a first message in a queue assigned before begins its menu',
      'Oi',
      { ticket: { ...inSales, isNew: false } },
      [salesMenu, 'at options'],
    ],
  ],
  'variables and languages': [
    [
      '{{name}} and the day',
      'Oi',
      { queues: [aQueue(1, 'V', { greetingMessage: '{{name}}, {{ms}} de {{date}}' })] },
      ['queue 1', '« Carla Souza, Boa tarde de 20/11/2026', 'at ended'],
    ],
    [
      '{{hour}} and {{protocol}} are local',
      'Oi',
      { queues: [aQueue(1, 'V', { greetingMessage: '{{hour}} {{protocol}}' })] },
      ['queue 1', '« 12:00:00 20261120120000', 'at ended'],
    ],
    [
      'of an option too',
      '1',
      {
        bot: inOptions(),
        ticket: inSales,
        queues: [aQueue(1, 'V', { options: [option(1, 'A', 'Certo, {{firstName}}')] }), support],
      },
      ['« Certo, Carla', 'at ended'],
    ],
    [
      'of the out-of-hours text too',
      'Oi',
      {
        hours: { mode: 'company', isCompanyOpen: false },
        connection: { outOfHoursMessage: 'Até amanhã, {{firstName}}' },
      },
      ['« Até amanhã, Carla', 'closed'],
    ],
    [
      'a name that resembles a variable is a name',
      'Oi',
      { name: '{{date}} {{hour}}', queues: [aQueue(1, 'V', { greetingMessage: 'Olá, {{name}}' })] },
      ['queue 1', '« Olá, {{date}} {{hour}}', 'at ended'],
    ],
    [
      'an unknown variable stays',
      'Oi',
      { queues: [aQueue(1, 'V', { greetingMessage: '{{cpf}} {{constructor}}' })] },
      ['queue 1', '« {{cpf}} {{constructor}}', 'at ended'],
    ],
    [
      'names of queues are no templates',
      'Oi',
      { queues: [aQueue(1, '{{name}}'), support], connection: { greetingMessage: '' } },
      ['« *[ 1 ]* - {{name}} / *[ 2 ]* - Suporte', 'at queues'],
    ],
    [
      'in English',
      'x',
      { ...atTop, language: 'en' },
      [
        '« I could not find that option. Please answer with the number of one of these: /  / *[ 1 ]* - Segunda via / *[ 2 ]* - Horários / *[ 0 ]* - Previous menu / *[ # ]* - Main menu',
        'at options (1)',
      ],
    ],
    [
      'in Spanish',
      '3',
      { ...atQueues, language: 'es-AR' },
      ['queue 3', '« ¡Gracias! En breve alguien te atenderá.', 'at ended'],
    ],
    [
      'in an unsupported language: Portuguese',
      '3',
      { ...atQueues, language: 'fr' },
      ['queue 3', soon, 'at ended'],
    ],
  ],
  'BOT-07 outside hours of the company': [
    [
      'the closed text of the connection is sent, and the ticket waits',
      'Oi',
      { hours: { mode: 'company', isCompanyOpen: false } },
      ['« Estamos fechados.', 'closed'],
    ],
    [
      'the one queue is assigned all the same',
      'Oi',
      { ...onlySales, hours: { mode: 'company', isCompanyOpen: false } },
      ['queue 1', '« Estamos fechados.', 'closed'],
    ],
    [
      'not again within the hour',
      'Oi',
      { hours: { mode: 'company', isCompanyOpen: false }, outOfHoursToldAt: earlier(59) },
      [],
    ],
    [
      'again after it',
      'Oi',
      { hours: { mode: 'company', isCompanyOpen: false }, outOfHoursToldAt: earlier(60) },
      ['« Estamos fechados.', 'closed'],
    ],
    [
      'once for the contact, also in another ticket',
      'Oi',
      {
        ticket: { isNew: true },
        hours: { mode: 'company', isCompanyOpen: false },
        outOfHoursToldAt: earlier(1),
      },
      [],
    ],
    [
      'in the middle of a menu',
      '1',
      { ...atQueues, hours: { mode: 'company', isCompanyOpen: false } },
      ['« Estamos fechados.', 'closed'],
    ],
    [
      '# does not bypass the closing',
      '#',
      { ...atTop, hours: { mode: 'company', isCompanyOpen: false }, outOfHoursToldAt: earlier(1) },
      [],
    ],
    [
      'a voice note gets the closed text too',
      '',
      { ...noWords, hours: { mode: 'company', isCompanyOpen: false } },
      ['« Estamos fechados.', 'closed'],
    ],
    [
      'without a closed text the bot continues',
      'Oi',
      { hours: { mode: 'company', isCompanyOpen: false }, connection: { outOfHoursMessage: '' } },
      [greetingAndList, 'at queues'],
    ],
    [
      'while open, no closed text',
      'Oi',
      { hours: { mode: 'company', isCompanyOpen: true } },
      [greetingAndList, 'at queues'],
    ],
    [
      'the mode disabled checks nothing',
      'Oi',
      { hours: { mode: 'disabled', isCompanyOpen: false } },
      [greetingAndList, 'at queues'],
    ],
    [
      'never while a person owns the ticket',
      'Oi',
      { ticket: { status: 'open', hasOwner: true }, hours: { mode: 'company', isCompanyOpen: false } },
      [],
    ],
    [
      'a returned ticket without an owner gets the closed text',
      'Oi',
      { ticket: { wasTakenOver: true, isNew: false }, hours: { mode: 'company', isCompanyOpen: false } },
      ['« Estamos fechados.', 'closed'],
    ],
    [
      'a group never gets the closed text',
      'Oi',
      { ...group, hours: { mode: 'company', isCompanyOpen: false } },
      [],
    ],
    [
      'before any assistant',
      'Oi',
      {
        hours: { mode: 'company', isCompanyOpen: false },
        connection: { assistants: { integrationId: bot7, promptId: null } },
      },
      ['« Estamos fechados.', 'closed'],
    ],
    [
      'hours of queues do not matter',
      'Oi',
      { queues: [{ ...sales, isOpen: false }], hours: { mode: 'company', isCompanyOpen: true } },
      ['queue 1', salesMenu, 'at options'],
    ],
  ],
  'BOT-07 outside hours of the queue': [
    [
      'before a choice the hours of queues do not count',
      'Oi',
      { queues: [{ ...sales, isOpen: false }, support], hours: { mode: 'queue' } },
      ['« Olá, Carla! /  / *[ 1 ]* - Vendas / *[ 2 ]* - Suporte', 'at queues'],
    ],
    [
      'the one queue sends its closed text and waits',
      'Oi',
      { queues: [{ ...sales, isOpen: false }], hours: { mode: 'queue' } },
      ['queue 1', '« Vendas volta às 8h.', 'closed'],
    ],
    [
      'a chosen queue sends its closed text and offers the others',
      '1',
      { ...atQueues, queues: [{ ...sales, isOpen: false }, support], hours: { mode: 'queue' } },
      ['queue 1', '« Vendas volta às 8h. /  / *[ # ]* - Menu inicial', 'closed', 'at options'],
    ],
    [
      'an open one has its menu',
      '1',
      { ...atQueues, queues: [sales, { ...support, isOpen: false }], hours: { mode: 'queue' } },
      ['queue 1', salesMenu, 'at options'],
    ],
    [
      'a choice is answered, also within the hour of another such answer',
      '1',
      {
        ...atQueues,
        queues: [{ ...sales, isOpen: false }, support],
        hours: { mode: 'queue' },
        outOfHoursToldAt: earlier(5),
      },
      ['queue 1', '« Vendas volta às 8h. /  / *[ # ]* - Menu inicial', 'closed', 'at options'],
    ],
    [
      'a later message there gets no answer within the hour',
      'alô?',
      {
        ...atTop,
        queues: [{ ...sales, isOpen: false }, support],
        hours: { mode: 'queue' },
        outOfHoursToldAt: earlier(5),
      },
      [],
    ],
    [
      'the next message after the hour gets the closed text',
      'alô?',
      {
        ...atTop,
        queues: [{ ...sales, isOpen: false }, support],
        hours: { mode: 'queue' },
        outOfHoursToldAt: earlier(61),
      },
      ['« Vendas volta às 8h. /  / *[ # ]* - Menu inicial', 'closed'],
    ],
    [
      '# shows the other queues',
      '#',
      {
        ...atTop,
        queues: [{ ...sales, isOpen: false }, support],
        hours: { mode: 'queue' },
        outOfHoursToldAt: earlier(5),
      },
      ['leave', '« Olá, Carla! /  / *[ 1 ]* - Vendas / *[ 2 ]* - Suporte', 'at queues'],
    ],
    [
      'in the morning the menu continues',
      '2',
      { ...atTop, hours: { mode: 'queue' }, outOfHoursToldAt: earlier(600) },
      ['« Das 8h às 18h.', 'at ended'],
    ],
    [
      'without a closed text the menu continues',
      '2',
      {
        ...atTop,
        queues: [{ ...sales, isOpen: false, outOfHoursMessage: '' }, support],
        hours: { mode: 'queue' },
      },
      ['« Das 8h às 18h.', 'at ended'],
    ],
    [
      'after the end of the menu it gets the closed text too',
      'alô?',
      { ...over, queues: [{ ...sales, isOpen: false }, support], hours: { mode: 'queue' } },
      ['« Vendas volta às 8h. /  / *[ # ]* - Menu inicial', 'closed'],
    ],
    [
      'a returned ticket gets the closed text without the way back',
      'alô?',
      {
        ticket: { ...inSales, wasTakenOver: true, isNew: false },
        queues: [{ ...sales, isOpen: false }, support],
        hours: { mode: 'queue' },
      },
      ['« Vendas volta às 8h.', 'closed'],
    ],
    [
      'the hours of the company do not matter',
      'Oi',
      { ...onlySales, hours: { mode: 'queue', isCompanyOpen: false } },
      ['queue 1', salesMenu, 'at options'],
    ],
  ],
  'BOT-11 assistants: integration before prompt, prompt before menu': [
    [
      'the connection’s integration',
      'Oi',
      { connection: { assistants: { integrationId: bot7, promptId: prompt3 } } },
      ['bot 7', 'at ended'],
    ],
    [
      'the connection’s prompt',
      'Oi',
      { connection: { assistants: { integrationId: null, promptId: prompt3 } } },
      ['prompt 3', 'at ended'],
    ],
    [
      'with its one queue',
      'Oi',
      { ...onlySales, connection: { assistants: { integrationId: bot7, promptId: null } } },
      ['queue 1', 'bot 7', 'at ended'],
    ],
    [
      'the queue’s integration',
      'Oi',
      { queues: [{ ...sales, assistants: { integrationId: bot8, promptId: prompt4 } }] },
      ['queue 1', 'bot 8', 'at ended'],
    ],
    [
      'the queue’s prompt',
      'Oi',
      { queues: [{ ...sales, assistants: { integrationId: null, promptId: prompt4 } }] },
      ['queue 1', 'prompt 4', 'at ended'],
    ],
    [
      'the queue’s before the connection’s',
      'Oi',
      {
        queues: [{ ...sales, assistants: { integrationId: bot8, promptId: null } }],
        connection: { assistants: { integrationId: bot7, promptId: null } },
      },
      ['queue 1', 'bot 8', 'at ended'],
    ],
    [
      'an integration before any prompt',
      'Oi',
      {
        queues: [{ ...sales, assistants: { integrationId: null, promptId: prompt4 } }],
        connection: { assistants: { integrationId: bot7, promptId: null } },
      },
      ['queue 1', 'bot 7', 'at ended'],
    ],
    [
      'a chosen queue’s assistant answers its choice',
      '1',
      { ...atQueues, queues: [{ ...sales, assistants: { integrationId: bot8, promptId: null } }, support] },
      ['queue 1', 'bot 8', 'at ended'],
    ],
    [
      'the connection’s does not interrupt a menu',
      '1',
      { ...atQueues, connection: { assistants: { integrationId: bot7, promptId: null } } },
      ['queue 1', salesMenu, 'at options'],
    ],
    [
      'an assistant that has begun continues',
      'mais',
      { ticket: { useIntegration: true, assistants: { integrationId: bot8, promptId: null } }, bot: ended },
      ['bot 8'],
    ],
    [
      'also with #',
      '#',
      {
        ticket: { useIntegration: true, assistants: { integrationId: null, promptId: prompt4 } },
        bot: ended,
      },
      ['prompt 4'],
    ],
    [
      'and with a voice note',
      '',
      {
        ...noWords,
        ticket: { useIntegration: true, assistants: { integrationId: null, promptId: prompt4 } },
        bot: ended,
      },
      ['prompt 4'],
    ],
    [
      'not with an unreadable message',
      '',
      {
        ...unreadable,
        ticket: { useIntegration: true, assistants: { integrationId: bot8, promptId: null } },
        bot: ended,
      },
      [],
    ],
    [
      'an unreadable message starts neither the assistant nor the menu',
      '',
      { ...unreadable, connection: { assistants: { integrationId: bot7, promptId: null } } },
      [],
    ],
    [
      'a deleted assistant leaves the ticket to people, and announces them',
      'mais',
      { ticket: { useIntegration: true }, bot: ended },
      ['to people', `« ${humanTakeoverText('pt')}`, 'at ended'],
    ],
    [
      'a stopped assistant does not begin again',
      'mais',
      { ticket: inSales, bot: ended, connection: { assistants: { integrationId: bot7, promptId: null } } },
      [],
    ],
    [
      'until a person accepts',
      'mais',
      {
        ticket: {
          status: 'open',
          hasOwner: true,
          useIntegration: true,
          assistants: { integrationId: bot8, promptId: null },
        },
      },
      [],
    ],
    [
      'again after one has returned it with its bot (TICKET-22)',
      'mais',
      {
        ticket: {
          isNew: false,
          wasTakenOver: true,
          useIntegration: true,
          assistants: { integrationId: bot8, promptId: null },
        },
      },
      ['bot 8'],
    ],
    [
      'and not after one has returned it without',
      'mais',
      {
        ticket: {
          isNew: false,
          wasTakenOver: true,
          useIntegration: false,
          assistants: { integrationId: null, promptId: null },
        },
        connection: { assistants: { integrationId: bot8, promptId: null } },
      },
      [],
    ],
    [
      'never in a group',
      'Oi',
      { ...group, connection: { assistants: { integrationId: bot7, promptId: null } } },
      [],
    ],
    [
      'a call does not reach it',
      '',
      { ...call, connection: { assistants: { integrationId: bot7, promptId: null } } },
      [],
    ],
  ],
  'BOT-01 a person answers alone': [
    ['an open ticket gets no answer', '1', { ...atQueues, ticket: { status: 'open', hasOwner: true } }, []],
    ['nor in an open one without an owner', '1', { ...atQueues, ticket: { status: 'open' } }, []],
    ['nor in a closed one', '1', { ...atQueues, ticket: { status: 'closed' } }, []],
    ['nor where a waiting one has an owner', '1', { ...atQueues, ticket: { hasOwner: true } }, []],
    ['a returned ticket is left to people', '1', { ...atQueues, ticket: { wasTakenOver: true } }, []],
    [
      '# does not bring the bot back to it',
      '#',
      { ...atTop, ticket: { ...inSales, wasTakenOver: true } },
      [],
    ],
    ['nor to one that was answered from the handset', 'Oi', { ticket: { wasTakenOver: true } }, []],
  ],
}

const cases = Object.entries(tables).flatMap(([subject, rows]) =>
  rows.map((row) => [subject, ...row] as const),
)

test.each(cases)('%s: %s', (_, _sentence, words, different, expected) => {
  expect(decided(words, different)).toEqual(expected)
})

test('the table has at least 150 cases', () => {
  expect(cases.length).toBeGreaterThanOrEqual(150)
})
