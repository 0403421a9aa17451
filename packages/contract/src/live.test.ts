import type { ChatId, CompanyId, ContactListId, UserId } from '@balcao/domain/ids'
import { expect, test } from 'vitest'
import { channel, oldNamesOf } from './live'

const seven = 7 as CompanyId // branding is parsing, here and below

test.each([
  ['RT-03', channel.connection(seven), 'company-7-whatsapp'],
  ['RT-04', channel.connectionSession(seven), 'company-7-whatsappSession'],
  ['RT-05 RT-20', channel.user(seven), 'company-7-user'],
  ['RT-06', channel.chat(seven), 'company-7-chat'],
  ['RT-07', channel.message(seven), 'company-7-appMessage'],
  ['RT-08', channel.ticket(seven), 'company-7-ticket'],
  ['RT-09 RT-20', channel.contact(seven), 'company-7-contact'],
  ['RT-10', channel.auth(seven), 'company-7-auth'],
  ['RT-11', channel.announcement(), 'company-announcement'],
  ['RT-20', channel.queue(seven), 'company-7-queue'],
  ['RT-20', channel.payment(seven), 'company-7-payment'],
  ['RT-22', channel.campaign(seven), 'company-7-campaign'],
  ['RT-22', channel.keptFileList(seven), 'company-7-file'],
  ['WIRE-trap-13', channel.fileList(seven), 'company7-file'],
  ['RT-22', channel.queueIntegration(seven), 'company-7-queueIntegration'],
  ['RT-22', channel.contactList(seven), 'company-7-ContactList'],
  ['RT-22', channel.contactListItem(seven), 'company-7-ContactListItem'],
  ['RT-22', channel.itemOfContactList(seven, 3 as ContactListId), 'company-7-ContactListItem-3'],
  ['RT-22', channel.schedule(seven), 'company-7-schedule'],
  ['RT-22', channel.quickMessage(seven), 'company-7-quickmessage'],
  ['RT-22', channel.tag(seven), 'company-7-tag'],
  ['RT-22', channel.prompt(seven), 'company-7-prompt'],
  ['RT-22', channel.settings(seven), 'company-7-settings'],
  ['RT-22', channel.help(seven), 'company-7-help'],
  ['RT-22', channel.plan(seven), 'company-7-plan'],
  ['RT-22', channel.ofChat(seven, 3 as ChatId), 'company-7-chat-3'],
  ['RT-22', channel.chatOfUser(seven, 3 as UserId), 'company-7-chat-user-3'],
])('%s the channel %s has the name that existing clients listen to', (_, name, known) => {
  expect(name).toBe(known)
})

test.each([
  [channel.quickMessage(seven), ['company7-quickemessage']],
  [channel.schedule(seven), ['company7-schedule']],
  [channel.prompt(seven), ['prompt']],
  [channel.ticket(seven), []],
  [channel.prompt(8 as CompanyId), []],
])('RT-22 an event on %s is also published to existing clients as %j', (name, others) => {
  expect(oldNamesOf(name, seven)).toEqual(others)
})
