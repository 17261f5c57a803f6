// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are parts of source files.

/**
 * A rule of the product and a change that breaks it: `to` replaces `from`, which occurs once in `file`. One of the `tests`, which run
 * in `npm test`, must detect it.
 * @typedef {{ rule: string, file: string, from: string, to: string, tests: string[] }} Mutation
 */

/** @type {Mutation[]} */
const access = [
  {
    rule: 'Row-level security applies to every query of a company',
    file: 'server/src/kit/db/db.ts',
    from: "set_config('role', 'aichat_app', true), ",
    to: '',
    tests: ['server/test/contract-wide/isolation.engine.test.ts'],
  },
  {
    rule: 'A statement after the end of its transaction is refused',
    file: 'server/src/kit/db/db.ts',
    from: 'if (isEnded) throw',
    to: 'if (false) throw',
    tests: ['server/src/kit/db/transactions.engine.test.ts'],
  },
  {
    rule: 'A transaction waits for nothing but the database',
    file: 'server/src/labels/routes.ts',
    from: 'return afterCommit(async () => ({ session: await broadcastSession(dependencies, stored) }))',
    to: 'return { session: await broadcastSession(dependencies, stored) }',
    tests: ['server/src/labels/labels.server.test.ts'],
  },
  {
    rule: 'Events of a company reach its own members only',
    file: 'server/src/companies/rooms.ts',
    from: "namespace: '/', name: `company:${companyId}`",
    to: "namespace: '/', name: 'company'",
    tests: ['server/test/contract-wide/contract-wide.engine.test.ts'],
  },
  {
    rule: 'A project answers from its own knowledge only',
    file: 'server/src/knowledge/search/answer-set.ts',
    from: "and a.kind = 'item' and a.project_id = ${projectId}`",
    to: "and a.kind = 'item'`",
    tests: ['server/src/releases/answers.server.test.ts'],
  },
  {
    rule: 'A visitor token is valid in its own project only',
    file: 'server/src/visitors/start-visit.ts',
    from: 'known?.projectId === project.id &&',
    to: 'known &&',
    tests: ['server/src/visitors/visitors.server.test.ts'],
  },
  {
    rule: 'Another customer on the same browser does not see the conversation of the first one',
    file: 'server/src/visitors/start-visit.ts',
    from: 'return known === null || known === externalId',
    to: 'return true',
    tests: ['server/src/identity/identity.server.test.ts'],
  },
  {
    rule: 'A role without the permission of a route is refused',
    file: 'server/src/kit/http/permissions.ts',
    from: '!permission || !hasPermission(caller, permission)',
    to: '!permission',
    tests: ['server/test/contract-wide/permissions.server.test.ts'],
  },
  {
    rule: 'An API key without the scope of a route is refused',
    file: 'server/src/kit/http/permissions.ts',
    from: 'key && !(scope && key.scopes.includes(scope))',
    to: 'key && !scope',
    tests: ['server/test/contract-wide/permissions.server.test.ts'],
  },
  {
    rule: 'Agents may not erase visitors',
    file: 'contracts/src/company/permissions.ts',
    from: "  'faq.edit',\n]",
    to: "  'faq.edit',\n  'visitors.erase',\n]",
    tests: ['server/test/code/documents.test.ts'],
  },
  {
    rule: 'A company keeps an active Owner',
    file: 'server/src/users/change-member.ts',
    from: 'if (!isActiveOwner(after)) await requireAnotherOwner(sql, before)',
    to: '',
    tests: ['server/src/users/team.server.test.ts'],
  },
  {
    rule: 'Sign-up by invitation only refuses other people',
    file: 'server/src/auth/signup-mode.ts',
    from: "if (mode === 'invite') refuse(403, authSentences.inviteOnly)",
    to: '',
    tests: ['server/src/auth/sign-up-modes.engine.test.ts'],
  },
  {
    rule: 'Wrong passwords are limited per account and address',
    file: 'server/src/auth/password-throttle.ts',
    from: 'await limits.consume(authRateLimits.passwordAccountAddress, accountAndAddress)',
    to: '',
    tests: ['server/src/auth/password-throttle.engine.test.ts'],
  },
  {
    rule: 'A cached access token expires',
    file: 'server/src/kit/security/tokens.ts',
    from: 'return cached.expiresAt > clock.now() ? cached : null',
    to: 'return cached',
    tests: ['server/src/auth/auth.server.test.ts'],
  },
  {
    rule: 'A revoked sign-in invalidates its access token',
    file: 'server/src/users/end-access.ts',
    from: 'callers.invalidate(signInId)',
    to: '',
    tests: ['server/src/auth/auth.server.test.ts'],
  },
]

/** @type {Mutation[]} */
const messages = [
  {
    rule: 'A message with a known client id is stored once',
    file: 'server/src/messages/plan-batch.ts',
    from: 'if (duplicate) {',
    to: 'if (false) {',
    tests: ['server/src/sessions/sessions.engine.test.ts'],
  },
  {
    rule: 'The history of a conversation is read from its newest message',
    file: 'server/src/messages/store.ts',
    from: 'forward ? fragment`asc` : fragment`desc`',
    to: 'forward ? fragment`desc` : fragment`asc`',
    tests: ['server/src/sessions/sessions.engine.test.ts'],
  },
  {
    rule: 'Messages of a visitor are rate limited',
    file: 'server/src/visitors/socket.ts',
    from: 'consumeDeclared(app.limits, rateLimit, { visitor: visitor.id })',
    to: '(rateLimit, visitor, Promise.resolve())',
    tests: ['server/src/sessions/sessions.engine.test.ts'],
  },
  {
    rule: 'A call is counted against the rate limits of its route',
    file: 'server/src/kit/http/serve.ts',
    from: 'await consumeDeclared(http.limits, rateLimit, keys)',
    to: '',
    tests: ['server/src/kit/http/serve.server.test.ts'],
  },
  {
    rule: 'Only the audit actions that a route declares are recorded',
    file: 'server/src/audit/store.ts',
    from: 'if (auditActions && !auditActions.includes(action))',
    to: 'if (false)',
    tests: ['server/test/contract-wide/audit-coverage.server.test.ts'],
  },
  {
    rule: 'A plan from cached states is stored only if they are unchanged',
    file: 'server/src/messages/store.ts',
    from: 'n.version::xid = s.xmin and',
    to: '',
    tests: ['server/src/messages/optimistic-write.engine.test.ts'],
  },
  {
    rule: 'Visitors do not receive metadata for staff',
    file: 'server/src/messages/store.ts',
    from: 'meta: omitUndefined(meta)',
    to: 'meta: { ...message.meta, ...omitUndefined(meta) }',
    tests: ['server/src/replies/replies.server.test.ts'],
  },
  {
    rule: 'Visitors get published FAQs, not the draft',
    file: 'server/src/visitors/public-config.ts',
    from: 'isDraft: false',
    to: 'isDraft: true',
    tests: ['server/src/releases/answers.server.test.ts'],
  },
  {
    rule: 'The AI does not answer in manual mode',
    file: 'server/src/visitors/conversation.ts',
    from: 'agent.autoReply && !isFormOnly',
    to: '!isFormOnly',
    tests: ['server/src/replies/replies.server.test.ts'],
  },
  {
    rule: 'A reply to a question is claimed by one process',
    file: 'server/src/auto-reply/store.ts',
    from: 'and (reply_claimed_seq is distinct from ${seq} or reply_claimed_until < now())',
    to: '',
    tests: ['server/src/auto-reply/store.engine.test.ts'],
  },
  {
    rule: 'An answer states no figure that the knowledge does not contain',
    file: 'server/src/replies/facts/check-facts.ts',
    from: '!figure.isUnchecked && !supportsFigure(material, figure)',
    to: 'false',
    tests: ['server/src/replies/facts/check-facts.test.ts'],
  },
  {
    rule: 'A model server receives no card numbers',
    file: 'server/src/replies/model/mask-secrets.ts',
    from: '.replace(digitGroups, maskCardNumbers)',
    to: '',
    tests: ['server/src/replies/model/mask-secrets.test.ts'],
  },
]

/** @type {Mutation[]} */
const data = [
  {
    rule: 'Retention keeps visitors with an open conversation',
    file: 'server/src/erasure/store.ts',
    from: 'and not exists (select from sessions d where d.visitor_id = v.id)',
    to: '',
    tests: ['server/src/erasure/erasure.engine.test.ts'],
  },
  {
    rule: 'Erasure leaves no visitor id in the counts of replies',
    file: 'server/src/erasure/store.ts',
    from: 'set visitor_id = gen_random_uuid()',
    to: 'set visitor_id = visitor_id',
    tests: ['server/src/erasure/erasure.engine.test.ts'],
  },
  {
    rule: 'The revocation of an API key is audited',
    file: 'server/src/api-keys/routes.ts',
    from: "await recordAuditEvent(sql, actor, 'api_key_revoked', subject)",
    to: '',
    tests: ['server/test/contract-wide/audit-coverage.server.test.ts'],
  },
]

/** @type {Mutation[]} */
const untrustedInput = [
  {
    rule: 'A request body of more than 1 MB is refused',
    file: 'server/src/kit/http/http.ts',
    from: 'bodyLimit: maxBodyBytes',
    to: 'bodyLimit: 10 * maxBodyBytes',
    tests: ['server/test/contract-wide/http.server.test.ts'],
  },
  {
    rule: 'Private addresses are not requested',
    file: 'server/src/kit/http/public-web.ts',
    from: 'isAllowed || addresses.every(isPublic) ?',
    to: 'isAllowed || addresses.length > 0 ?',
    tests: ['server/src/knowledge/knowledge.server.test.ts'],
  },
  {
    rule: 'Each redirect of a page is checked before it is followed',
    file: 'server/src/kit/http/public-web.ts',
    from: "redirect: 'manual'",
    to: "redirect: 'follow'",
    tests: ['server/src/knowledge/knowledge.server.test.ts'],
  },
  {
    rule: 'A webhook signature covers the id, the time and the body',
    file: 'server/src/webhooks/sign.ts',
    from: '`${id}.${timestamp}.${body}`',
    to: '`${id}.${body}`',
    tests: ['server/src/webhooks/webhooks.server.test.ts'],
  },
  {
    rule: 'A website that is not allowed cannot start the chat',
    file: 'server/src/installation/allowed-origins.ts',
    from: 'allowed === null ||',
    to: 'true ||',
    tests: ['server/src/installation/installation.server.test.ts'],
  },
  {
    rule: 'A spreadsheet runs no cell of an export as a formula',
    file: 'server/src/kit/http/csv.ts',
    from: 'return formulaStarts.has(text.charAt(index))',
    to: 'return false',
    tests: ['server/src/kit/http/csv.test.ts'],
  },
  {
    rule: 'A mail has one recipient',
    file: 'server/src/kit/mail/mail.ts',
    from: "to: { name: '', address: toSingleLine(to) }",
    to: 'to',
    tests: ['server/src/kit/mail/mail.test.ts'],
  },
  {
    rule: 'A name in a mail becomes no link',
    file: 'server/src/kit/mail/name-in-mail.ts',
    from: ".replace(addressSigns, '$1 ')",
    to: '',
    tests: ['server/src/kit/mail/name-in-mail.test.ts'],
  },
]

/** @type {Mutation[]} */
const browser = [
  {
    rule: 'A message contains no link with the scheme javascript',
    file: 'contracts/src/chat/rich-text.ts',
    from: '!addressStart.test(address) || ',
    to: '',
    tests: ['contracts/src/chat/rich-text.test.ts'],
  },
  {
    rule: 'A page that a message links to cannot reach the chat',
    file: 'contracts/src/chat/rich-text-elements.ts',
    from: 'noopener noreferrer nofollow',
    to: 'nofollow',
    tests: ['contracts/src/chat/rich-text.test.ts'],
  },
  {
    rule: 'A sign-in does not lead to another origin',
    file: 'console/src/paths.ts',
    from: 'url.origin !== origin || ',
    to: '',
    tests: ['console/src/paths.test.ts'],
  },
  {
    rule: 'The widget sends messages in the order they were written',
    file: 'widget/app/chat/log.ts',
    from: 'log.pending.find((one) => one.refusal === null)',
    to: 'log.pending.findLast((one) => one.refusal === null)',
    tests: ['widget/app/chat/outbox.test.ts'],
  },
  {
    rule: 'The widget shows a message once',
    file: 'contracts/src/chat/message-list.ts',
    from: 'if (ids.has(message._id) || seqs.has(message.seq)) continue',
    to: '',
    tests: ['widget/app/chat/log.test.ts'],
  },
]

export const mutations = [...access, ...messages, ...data, ...untrustedInput, ...browser]
