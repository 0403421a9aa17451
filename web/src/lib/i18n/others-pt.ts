export default import.meta.glob<Record<string, unknown>>(
  ['./pt/*.json', '!./pt/{announcements,chats,common,errors,keyboard,messages,notes,shell,tickets}.json'],
  { eager: true, import: 'default' },
)
