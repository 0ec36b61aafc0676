'use strict';
// A page to look into one graph. It speaks to the API beside it, or to the one that ?api= names. What a memory says is only ever
// set as text, never as markup.

const API = (new URLSearchParams(location.search).get('api') || '').replace(/\/+$/, '') + '/v1/graphs';
const KINDS = ['EPISODE', 'FACT', 'EVENT', 'CLAIM', 'ENTITY', 'STRATEGY', 'QUESTION'];
const $ = id => document.getElementById(id);
const state = { graph: '', recalled: null, known: new Map(), helpful: [], page: '' };
let cy;

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'class') made.className = value;
    else if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else if (name === 'kind') made.style.setProperty('--kind', `var(--${value})`);
    else made.setAttribute(name, value);
  }
  made.append(...children.filter(child => child !== null && child !== undefined));
  return made;
}

async function call(method, path, body) {
  const response = await fetch(API + path, {
    method, headers: body ? { 'Content-Type': 'application/json' } : {}, body: body ? JSON.stringify(body) : undefined });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.detail || answer.title || `refused with ${response.status}`);
  return answer;
}

/** Does something that may fail, and says so where it does. */
async function attempt(work) {
  $('problem').hidden = true;
  try {
    return await work();
  } catch (failure) {
    $('problem').textContent = failure.message;
    $('problem').hidden = false;
    return undefined;
  }
}

const of = path => `/${encodeURIComponent(state.graph)}${path}`;
const date = node => node.time ? node.time.start.slice(0, 10) : '';
const short = (text, most) => text.length > most ? text.slice(0, most - 1) + '…' : text;
const colour = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// The canvas

function styles() {
  return [
    { selector: 'node', style: {
      'background-color': node => colour('--' + node.data('kind')), label: 'data(label)', color: colour('--ink'), 'font-size': 11,
      'text-wrap': 'wrap', 'text-max-width': 130, 'text-valign': 'bottom', 'text-margin-y': 4,
      width: 'data(size)', height: 'data(size)', 'text-outline-color': colour('--ground'), 'text-outline-width': 2 } },
    { selector: 'node[?superseded]', style: { opacity: 0.45 } },
    { selector: 'node:selected', style: { 'border-width': 4, 'border-color': colour('--mark') } },
    { selector: 'edge', style: {
      width: edge => 1 + 6 * edge.data('utility'), 'line-color': colour('--line'), 'target-arrow-color': colour('--line'),
      'target-arrow-shape': 'triangle', 'curve-style': 'bezier', label: 'data(relation)', 'font-size': 9, color: colour('--dim'),
      'text-rotation': 'autorotate', 'text-background-color': colour('--ground'), 'text-background-opacity': 0.8 } },
    { selector: 'edge[?learned]', style: { 'line-color': colour('--mark'), 'target-arrow-color': colour('--mark') } },
    { selector: '.later', style: { display: 'none' } },
  ];
}

function nodeElement(node, hop, score) {
  return { data: {
    id: node.id, kind: node.kind, label: short(node.text, 60), size: 18 + 26 * (score || 0.2), hop,
    superseded: node.status === 'SUPERSEDED' || Boolean(node.supersededBy), at: node.time ? Date.parse(node.time.start) : null } };
}

function edgeElement(edge) {
  return { data: {
    id: `${edge.source} ${edge.relation} ${edge.target}`, source: edge.source, target: edge.target, relation: edge.relation,
    utility: edge.utility, learned: edge.utility > 0.5 } };
}

/** Rings around the middle: what the search found, then what lies one edge further, and so on. */
function layout(animate) {
  cy.layout({
    name: 'concentric', concentric: node => 10 - node.data('hop'), levelWidth: () => 1, minNodeSpacing: 45, spacingFactor: 1.05,
    padding: 60, animate, animationDuration: 250 }).run();
}

/** A faint circle for each hop, under the nodes, wherever the canvas is moved. */
function rings() {
  const hops = new Map();
  cy.nodes().forEach(node => hops.set(node.data('hop'), [...(hops.get(node.data('hop')) || []), node]));
  const box = cy.nodes().boundingBox({ includeLabels: false });
  const middle = { x: (box.x1 + box.x2) / 2, y: (box.y1 + box.y2) / 2 };
  const circles = [...hops.values()].filter(nodes => nodes.length > 1).map(nodes => {
    const radius = nodes.reduce((sum, node) => sum + Math.hypot(node.position('x') - middle.x, node.position('y') - middle.y), 0) / nodes.length;
    const circle = document.createElementNS('http://www.w3.org/2000/svg', 'circle');
    circle.setAttribute('cx', middle.x * cy.zoom() + cy.pan().x);
    circle.setAttribute('cy', middle.y * cy.zoom() + cy.pan().y);
    circle.setAttribute('r', radius * cy.zoom());
    return circle;
  });
  $('rings').replaceChildren(...circles);
}

function draw(recalled) {
  cy.elements().remove();
  const nodes = recalled.nodes.map(node => nodeElement(node, node.hop, node.score));
  const there = new Set(recalled.nodes.map(node => node.id));
  const edges = new Map();
  for (const edge of recalled.edges) {
    if (there.has(edge.source) && there.has(edge.target)) {
      const made = edgeElement(edge);
      edges.set(made.data.id, made);
    }
  }
  cy.add([...nodes, ...edges.values()]);
  $('empty').hidden = nodes.length > 0;
  if (!nodes.length) $('empty').textContent = 'Nothing is recalled.';
  layout(false);
  times();
}

/** Draws the best edges of a node, with what is at their other ends. */
async function expand(id) {
  const shown = await show(id);
  if (!shown) return;
  const edges = [...shown.outgoing, ...shown.incoming].slice(0, 30);
  const hop = (cy.getElementById(id).data('hop') || 0) + 1;
  for (const edge of edges) {
    const other = edge.source === id ? edge.target : edge.source;
    if (cy.getElementById(other).empty()) {
      const node = await attempt(() => call('GET', of(`/nodes/${other}`)));
      if (node) cy.add(nodeElement(node, hop));
    }
    const made = edgeElement(edge);
    if (cy.getElementById(made.data.id).empty() && cy.getElementById(other).nonempty()) cy.add(made);
  }
  layout(true);
  times();
}

function times() {
  const all = cy.nodes().map(node => node.data('at')).filter(at => at !== null);
  state.first = Math.min(...all);
  state.last = Math.max(...all);
  $('slider').hidden = all.length < 2 || state.first === state.last;
  slide();
}

function slide() {
  const share = $('time').value / 1000;
  const until = state.first + share * (state.last - state.first);
  $('until').textContent = share === 1 || !Number.isFinite(until) ? 'now' : new Date(until).toISOString().slice(0, 10);
  cy.nodes().forEach(node => {
    node.toggleClass('later', share < 1 && node.data('at') !== null && node.data('at') > until);
  });
}

// The panels

function open(tab) {
  for (const button of document.querySelectorAll('[role=tab]')) {
    button.setAttribute('aria-selected', String(button.dataset.tab === tab));
    $(button.dataset.tab).hidden = button.dataset.tab !== tab;
  }
}

function item(node, more) {
  return element('button', { class: 'item', kind: node.kind, 'data-node': node.id, onclick: () => choose(node.id) },
    element('div', {}, node.text),
    element('div', { class: 'meta' }, element('b', {}, node.kind), ` ${date(node)} ${node.description || ''} ${more || ''}`));
}

async function ask(text) {
  const recalled = await attempt(() => call('POST', of('/queries'), { text, explain: true }));
  if (!recalled) return;
  state.recalled = recalled;
  state.helpful = [];
  recalled.nodes.forEach(node => state.known.set(node.id, node));
  draw(recalled);
  answer();
  why(recalled.trace, null);
  open('answer');
}

function answer() {
  const recalled = state.recalled;
  const list = recalled.nodes.map(node => {
    const status = node.status !== 'CURRENT' ? `${node.status.toLowerCase()} ` : node.supersededBy ? 'older ' : '';
    const sources = node.sources.map(source => `${source.session}, turn ${source.turn}`).join('; ');
    const box = element('input', { type: 'checkbox', 'aria-label': 'This helped', onchange: event => {
      state.helpful = state.helpful.filter(id => id !== node.id);
      if (event.target.checked) state.helpful.push(node.id);
    } });
    return element('div', {}, item(node, `${status}· ${node.score.toFixed(3)} · hop ${node.hop} · ${sources}`),
      element('label', { class: 'meta' }, box, ' helped'));
  });
  $('answer').replaceChildren(
    element('p', { class: 'meta' }, `${recalled.nodes.length} nodes · ${recalled.tokens} tokens · intent ${recalled.intent}`),
    ...list,
    recalled.queryId ? element('div', { class: 'actions' },
      element('button', { id: 'report', onclick: () => report('helpful') }, 'Report what helped'),
      element('button', { onclick: () => report('harmful') }, 'Report what misled')) : null);
}

/** Reports, waits until the graph has changed, and shows what did. */
async function report(outcome) {
  const query = state.recalled.queryId;
  const taken = await attempt(() => call('POST', of(`/queries/${query}/feedback`), { influence: state.helpful, outcome }));
  if (!taken) return;
  for (let i = 0; i < 40; i++) {
    const explained = await attempt(() => call('GET', of(`/queries/${query}`)));
    if (!explained) return;
    if (explained.status === 'RECONSOLIDATED') {
      why(explained.trace, explained);
      for (const edit of explained.edits) {
        const edge = edgeElement({ source: edit.source, relation: edit.relation, target: edit.target, utility: edit.utilityAfter });
        const there = cy.getElementById(edge.data.id);
        if (there.nonempty()) there.data(edge.data);
        else if (cy.getElementById(edit.source).nonempty() && cy.getElementById(edit.target).nonempty()) cy.add(edge);
      }
      open('why');
      return;
    }
    await new Promise(done => setTimeout(done, 250));
  }
}

function bar(value) {
  const made = element('span', { class: 'bar' });
  made.style.width = `${Math.round(60 * Math.max(0, Math.min(1, value)))}px`;
  return made;
}

const named = id => short((state.known.get(id) || { text: id }).text, 60);

function table(heads, rows) {
  return element('table', {}, element('thead', {}, element('tr', {}, ...heads.map(head => element('th', {}, head)))),
    element('tbody', {}, ...rows.map(row => element('tr', {}, ...row.map(cell =>
      element('td', typeof cell === 'number' ? { class: 'number' } : {}, typeof cell === 'number' ? cell.toFixed(3) : cell))))));
}

function change(before, after) {
  return element('span', { class: after >= (before ?? 0) ? 'up' : 'down' },
    `${before === undefined || before === null ? 'none' : before.toFixed(3)} → ${after.toFixed(3)}`);
}

/** The trace step by step, and, once there was feedback, before and after. */
function why(trace, explained) {
  if (!trace) {
    $('why').replaceChildren(element('p', {}, 'Nothing was searched.'));
    return;
  }
  const parts = [element('p', {}, trace.text), element('p', { class: 'meta' }, `intent ${trace.intent}, focus ${trace.focus}`)];
  if (explained) {
    parts.push(element('h2', {}, 'Before and after'));
    parts.push(explained.edits.length
      ? table(['edge', 'why', 'utility'], explained.edits.map(edit => [
        `${named(edit.source)} — ${edit.relation} — ${named(edit.target)}`, edit.reason, change(edit.utilityBefore, edit.utilityAfter)]))
      : element('p', { class: 'meta' }, 'No edge has changed.'));
    if (explained.policyEdit) {
      parts.push(table(['weight moved', ''], Object.keys(explained.policyEdit.after).map(channel => [
        channel, change(explained.policyEdit.before[channel] || 0, explained.policyEdit.after[channel])])));
    }
  }
  parts.push(element('h2', {}, '1. Plan'));
  parts.push(table(['mode', 'keywords', 'kinds'], trace.plans.map(plan => [plan.mode, plan.keywords.join(', '), plan.kinds.join(', ')])));
  parts.push(element('h2', {}, '2. Found by the search'));
  for (const candidate of trace.candidates.slice(0, 12)) {
    parts.push(element('details', {}, element('summary', {}, `${candidate.score.toFixed(3)} ${candidate.isEntry ? '● ' : ''}${named(candidate.node)}`),
      table(['channel', '', ''], Object.entries(candidate.channels).map(([name, value]) => [name, value, bar(value)]))));
  }
  trace.steps.forEach((step, number) => {
    parts.push(element('h2', {}, `${3 + number}. ${step.atom}`));
    parts.push(element('p', { class: 'meta' }, `${step.expanded.length} nodes expanded, ${step.edgesRead} edges read`));
    if (step.walked.length) {
      parts.push(table(['walked', 'utility', 'access'], step.walked.map(one => [
        `${named(one.from)} — ${one.relation} → ${named(one.to)}`, one.utility, one.access])));
    }
    if (step.changes.length) {
      parts.push(table(['moved', '', 'why'], step.changes.map(one => [named(one.node), change(one.before, one.after), one.reason])));
    }
  });
  parts.push(element('h2', {}, `${3 + trace.steps.length}. Answered`));
  parts.push(table(['node', 'score', 'path', 'hop'], trace.loaded.map(one => [named(one.node), one.score, one.path, String(one.hop)])));
  $('why').replaceChildren(...parts);
}

async function show(id) {
  const node = await attempt(() => call('GET', of(`/nodes/${id}`)));
  if (!node) return undefined;
  state.known.set(node.id, node);
  const edges = [...node.outgoing.map(edge => ['→', edge, edge.target]), ...node.incoming.map(edge => ['←', edge, edge.source])];
  $('node').replaceChildren(
    element('p', { kind: node.kind, class: 'meta' }, element('b', {}, node.kind), ` ${node.status}${node.until ? ' until ' + node.until.slice(0, 10) : ''} ${date(node)}`),
    element('p', {}, node.text),
    node.description ? element('p', { class: 'meta' }, node.description) : null,
    element('div', { class: 'actions' },
      element('button', { onclick: () => expand(id) }, 'Show its edges'),
      element('button', { onclick: () => forget(id) }, 'Forget…')),
    element('h2', {}, 'Sources'),
    ...node.sources.map(turn => element('div', { class: 'item' },
      element('div', {}, `${turn.speaker ? turn.speaker + ': ' : ''}${turn.text}`),
      element('div', { class: 'meta' }, `${turn.session}, turn ${turn.turn}, ${turn.at}`))),
    element('h2', {}, 'Edges'),
    table(['', 'relation', 'utility', 'node'], edges.map(([way, edge, other]) => [way, edge.relation, edge.utility,
      element('button', { onclick: () => choose(other) }, named(other))])));
  return node;
}

async function choose(id) {
  cy.elements().unselect();
  cy.getElementById(id).select();
  for (const one of document.querySelectorAll('[data-node]')) one.classList.toggle('chosen', one.dataset.node === id);
  if (await show(id)) open('node');
}

async function forget(id) {
  const planned = await attempt(() => call('DELETE', of(`/nodes/${id}?dryRun=true`)));
  if (!planned || !confirm(`${planned.turnCount} turns and ${planned.nodeCount} nodes go for good. Forget them?`)) return;
  const forgotten = await attempt(() => call('DELETE', of(`/nodes/${id}`)));
  if (!forgotten) return;
  forgotten.nodes.forEach(node => cy.getElementById(node).remove());
  $('node').replaceChildren(element('p', {}, `Forgotten: ${forgotten.turnCount} turns, ${forgotten.nodeCount} nodes.`));
  counts();
}

async function edits() {
  const listed = await attempt(() => call('GET', of('/edits')));
  if (!listed) return;
  const rows = listed.edits.filter(edit => edit.edge || edit.policy || edit.question || edit.lesson).reverse().map(edit => {
    const of = edit.edge || edit.policy || edit.question || edit.lesson;
    const what = edit.edge ? element('span', {}, `${named(edit.edge.source)} — ${edit.edge.relation} — ${named(edit.edge.target)} `, change(edit.edge.utilityBefore, edit.edge.utilityAfter))
      : edit.policy ? 'weights of the channels' : edit.question ? 'a question is remembered' : 'a lesson';
    return element('tr', edit.undone ? { class: 'undone' } : {}, element('td', {}, of.madeAt.slice(0, 19)), element('td', {}, what),
      element('td', {}, edit.undone ? 'undone' : element('button', { onclick: () => undo(of.query) }, 'Undo')));
  });
  $('edits').replaceChildren(rows.length
    ? element('table', {}, element('tbody', {}, ...rows))
    : element('p', { class: 'meta' }, 'Feedback has changed nothing yet.'));
}

async function undo(query) {
  await attempt(() => call('POST', of('/edits:undo'), { query }));
  await edits();
}

async function all(after) {
  const filter = after === undefined ? ($('filter') ? $('filter').value : '') : state.filter;
  state.filter = filter;
  const parameters = new URLSearchParams({ limit: '100' });
  if (filter) parameters.set('text', filter);
  if (after) parameters.set('after', after);
  const listed = await attempt(() => call('GET', of(`/nodes?${parameters}`)));
  if (!listed) return;
  listed.nodes.forEach(node => state.known.set(node.id, node));
  const more = listed.next ? element('button', { onclick: event => { event.target.remove(); all(listed.next); } }, 'More') : null;
  if (after === undefined) {
    $('all').replaceChildren(element('form', { onsubmit: event => { event.preventDefault(); all(); } },
      element('input', { id: 'filter', type: 'search', placeholder: 'Words', 'aria-label': 'Words that a node has', value: filter })));
  }
  $('all').append(...listed.nodes.map(node => item(node, node.status !== 'CURRENT' ? node.status.toLowerCase() : '')));
  if (more) $('all').append(more);
}

async function counts() {
  const shown = await attempt(() => call('GET', of('')));
  if (shown) {
    $('counts').textContent = Object.entries(shown.nodes).map(([kind, count]) => `${count} ${kind.toLowerCase()}`).join(' · ');
  }
}

// The page

function theme(dark) {
  document.documentElement.classList.toggle('dark', dark);
  if (cy) cy.style(styles());
}

function begin() {
  theme(matchMedia('(prefers-color-scheme: dark)').matches);
  cy = cytoscape({ container: $('cy'), style: styles(), wheelSensitivity: 0.3, maxZoom: 3, minZoom: 0.1 });
  cy.on('pan zoom layoutstop remove', rings);
  cy.on('tap', 'node', event => choose(event.target.id()));
  cy.on('dbltap', 'node', event => expand(event.target.id()));
  $('legend').replaceChildren(...KINDS.map(kind => {
    const dot = element('i');
    dot.style.background = `var(--${kind})`;
    return element('li', {}, dot, kind.toLowerCase());
  }));
  $('slider').hidden = true;
  $('time').addEventListener('input', slide);
  $('theme').addEventListener('click', () => theme(!document.documentElement.classList.contains('dark')));
  $('ask').addEventListener('submit', event => {
    event.preventDefault();
    if ($('question').value.trim()) ask($('question').value.trim());
  });
  $('graph').addEventListener('change', enter);
  for (const button of document.querySelectorAll('[role=tab]')) {
    button.addEventListener('click', () => {
      open(button.dataset.tab);
      if (button.dataset.tab === 'edits') edits();
      if (button.dataset.tab === 'all') all();
    });
  }
  document.addEventListener('keydown', event => {
    const isTyping = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (event.key === '/' && !isTyping) {
      event.preventDefault();
      $('question').focus();
    } else if (event.key === 'Escape') {
      event.target.blur();
      open('answer');
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && !isTyping) {
      const shown = [...document.querySelectorAll('[role=tabpanel]:not([hidden]) .item[data-node]')];
      const at = shown.indexOf(document.activeElement);
      const next = shown[Math.max(0, Math.min(shown.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1)))];
      if (next) {
        event.preventDefault();
        next.focus();
      }
    }
  });
  attempt(async () => {
    const listed = await call('GET', '');
    const wanted = new URLSearchParams(location.search).get('graph');
    $('graph').replaceChildren(...listed.graphs.map(name => element('option', { value: name }, name)));
    if (wanted && listed.graphs.includes(wanted)) $('graph').value = wanted;
    if (listed.graphs.length) enter();
    else $('empty').textContent = 'There is no graph yet: send observations first.';
  });
}

function enter() {
  state.graph = $('graph').value;
  state.known.clear();
  state.recalled = null;
  cy.elements().remove();
  $('empty').hidden = false;
  for (const panel of ['answer', 'node', 'why', 'edits', 'all']) $(panel).replaceChildren();
  counts();
}

begin();
