// Lays out a graph in layers, from top to bottom. The steps are Sugiyama's: edges that close cycles are turned around, each node gets
// the layer under all nodes before it, long edges get a bend in each layer that they cross, the layers are sorted so that few edges
// cross, and each node moves near those that it is connected with. Everything is counted in pixels.
//
// `sizes` has the width and height of each node, `edges` pairs of nodes by their numbers; node 0 is on top. The result has `corners`,
// the upper left corner of each node, `paths`, the points of each edge from its source on, and the `width` and `height` of the whole.
function layered(sizes, edges, nodeGap = 28, layerGap = 46) {
  const bendWidth = 10, edgeGap = 16, sweeps = 8;
  // Edges that would need more bends than this, in all, go straight.
  const mostBends = 20000;
  const count = sizes.length, widths = sizes.map(one => one[0]), heights = sizes.map(one => one[1]);
  const layer = assignLayers();
  const above = sizes.map(() => []), below = sizes.map(() => []);
  const chains = edges.map(([source, target]) => chain(source, target));
  let rows = Array.from({length: layer.reduce((most, one) => Math.max(most, one), -1) + 1}, () => []);
  layer.forEach((row, node) => rows[row].push(node));
  sortRows();
  const x = place();
  return result();

  // --- layers

  function assignLayers() {
    const targets = sizes.map(() => []);
    for (const [source, target] of edges) if (source !== target) targets[source].push(target);
    const [finished, back] = search(targets), layer = new Array(count).fill(0);
    for (const node of finished.reverse()) {
      for (const target of targets[node]) {
        if (!back.has(node * count + target)) layer[target] = Math.max(layer[target], layer[node] + 1);
      }
    }
    return layer;
  }

  // The nodes in the order in which a search leaves them, depth first, and the edges that lead back on its path.
  function search(targets) {
    const state = new Array(count).fill(0), finished = [], back = new Set();
    for (let start = 0; start < count; start++) {
      const pending = state[start] === 0 ? [[start, 0]] : [];
      while (pending.length) {
        const [node, step] = pending.pop();
        state[node] = 1;
        if (step === targets[node].length) {
          state[node] = 2;
          finished.push(node);
          continue;
        }
        pending.push([node, step + 1]);
        const target = targets[node][step];
        if (state[target] === 1) back.add(node * count + target);
        else if (state[target] === 0) pending.push([target, 0]);
      }
    }
    return [finished, back];
  }

  // The nodes of an edge from its source on. Bends, in the layers that it crosses, are nodes that are numbered after the graph's.
  function chain(source, target) {
    const step = layer[target] > layer[source] ? 1 : -1, found = [source];
    const between = layer[source] === layer[target] ? 0 : Math.abs(layer[target] - layer[source]) - 1;
    if (layer.length - count + between <= mostBends) {
      for (let number = 1; number <= between; number++) {
        found.push(layer.length);
        layer.push(layer[source] + step * number);
        widths.push(bendWidth);
        heights.push(0);
        above.push([]);
        below.push([]);
      }
    }
    found.push(target);
    for (let i = 1; i < found.length; i++) {
      const one = found[i - 1], other = found[i];
      if (Math.abs(layer[one] - layer[other]) !== 1) continue;
      const [upper, lower] = layer[one] < layer[other] ? [one, other] : [other, one];
      below[upper].push(lower);
      above[lower].push(upper);
    }
    return found;
  }

  // --- the order in the layers

  function sortRows() {
    const places = new Array(layer.length).fill(0);
    const number = row => row.forEach((node, at) => { places[node] = at; });
    rows.forEach(number);
    let best = rows.map(row => row.slice()), fewest = crossings(places);
    for (let sweep = 0; sweep < sweeps && fewest; sweep++) {
      const isDown = sweep % 2 === 0, neighbors = isDown ? above : below;
      for (const row of isDown ? rows : rows.slice().reverse()) {
        const keys = new Map(row.map(node => [node, median(neighbors[node].map(one => places[one]), places[node])]));
        row.sort((one, other) => keys.get(one) - keys.get(other));
        number(row);
      }
      const now = crossings(places);
      if (now < fewest) {
        fewest = now;
        best = rows.map(row => row.slice());
      }
    }
    rows = best;
  }

  // How often edges between neighboring layers cross, counted with a tree of counters.
  function crossings(places) {
    let found = 0;
    for (const row of rows) {
      const ends = row.flatMap(upper => below[upper].map(lower => places[lower]).sort((one, other) => one - other));
      const size = ends.reduce((most, one) => Math.max(most, one), 0) + 2, tree = new Array(size + 1).fill(0);
      ends.forEach((end, number) => {
        let before = 0;
        for (let index = end + 1; index; index -= index & -index) before += tree[index];
        found += number - before;
        for (let index = end + 1; index <= size; index += index & -index) tree[index]++;
      });
    }
    return found;
  }

  // --- places in pixels

  // The x of the middle of each node: near its neighbors, and in the order of its layer.
  function place() {
    const x = new Array(layer.length).fill(0);
    for (const row of rows) {
      let left = 0;
      for (const node of row) {
        x[node] = left + widths[node] / 2;
        left += widths[node] + nodeGap;
      }
    }
    for (let sweep = 0; sweep < sweeps; sweep++) {
      const isDown = sweep % 2 === 0, neighbors = isDown ? above : below;
      for (const row of isDown ? rows : rows.slice().reverse()) {
        const wanted = row.map(node => {
          const near = neighbors[node].length ? neighbors[node] : above[node];
          return near.length ? near.reduce((sum, one) => sum + x[one], 0) / near.length : x[node];
        });
        spread(row, wanted).forEach((place, at) => { x[row[at]] = place; });
      }
    }
    let leftmost = Infinity;
    x.forEach((middle, node) => { leftmost = Math.min(leftmost, middle - widths[node] / 2); });
    return x.map(middle => middle - leftmost);
  }

  // Places near the wanted ones that leave room for the nodes of a layer: neighbors that are too near move together.
  function spread(row, wanted) {
    // Each group has the sum of its nodes' wanted places, less their distances from its first node, and their number.
    const groups = [], offsets = [];
    let offset = 0;
    row.forEach((node, at) => {
      if (at) offset += (widths[row[at - 1]] + widths[node]) / 2 + nodeGap;
      offsets.push(offset);
      let group = [wanted[at] - offset, 1, at];
      while (groups.length && groups[groups.length - 1][0] / groups[groups.length - 1][1] > group[0] / group[1]) {
        const before = groups.pop();
        group = [before[0] + group[0], before[1] + group[1], before[2]];
      }
      groups.push(group);
    });
    const found = [];
    for (const [total, size, first] of groups) {
      for (let at = first; at < first + size; at++) found.push(total / size + offsets[at]);
    }
    return found;
  }

  function result() {
    const tops = [], bottoms = [];
    let y = 0;
    for (const row of rows) {
      const height = row.reduce((most, node) => Math.max(most, heights[node]), 0);
      tops.push(y);
      bottoms.push(y + height);
      // Where many edges leave, they need room.
      y += height + layerGap + Math.min(2 * row.reduce((sum, node) => sum + below[node].length, 0), 3 * layerGap);
    }
    const corners = sizes.map((_, node) => [x[node] - widths[node] / 2, tops[layer[node]]]);
    const starts = fanned(0, 1), ends = fanned(-1, -2);
    const paths = chains.map((chain, edge) => path(chain, corners, tops, bottoms, starts[edge], ends[edge]));
    let width = 0, height = 0;
    x.forEach((middle, node) => { width = Math.max(width, middle + widths[node] / 2); });
    corners.forEach(([, top], node) => { height = Math.max(height, top + heights[node]); });
    return {corners, paths, width, height};
  }

  // The x where each edge touches its node at one end, so that the edges of a node are side by side in their order.
  function fanned(near, far) {
    const found = new Array(chains.length).fill(0), touching = new Map();
    chains.forEach((chain, edge) => {
      const node = chain.at(near);
      if (!touching.has(node)) touching.set(node, []);
      touching.get(node).push(edge);
    });
    for (const [node, around] of touching) {
      const key = edge => x[chains[edge].at(far)] + (isLoop(edge) ? widths[node] : 0);
      around.sort((one, other) => key(one) - key(other));
      const gap = Math.min(edgeGap, (widths[node] - 2 * edgeGap) / around.length);
      around.forEach((edge, at) => {
        found[edge] = isLoop(edge) ? x[node] + widths[node] / 2 - edgeGap : x[node] + (at - (around.length - 1) / 2) * gap;
      });
    }
    return found;
  }

  function isLoop(edge) { return edges[edge][0] === edges[edge][1]; }

  // The points of an edge that leaves the bottom of its source at x `start`, and enters the top of its target at `end`.
  function path(chain, corners, tops, bottoms, start, end) {
    const source = chain[0], target = chain[chain.length - 1];
    const bottom = [start, corners[source][1] + heights[source]], top = [end, corners[target][1]];
    if (source === target) {
      const side = corners[source][0] + widths[source] + nodeGap / 2;
      return [bottom, [start, bottom[1] + 14], [side, bottom[1] + 14], [side, top[1] - 14], [end, top[1] - 14], top];
    }
    // Edges are vertical where they cross a layer.
    const isDown = layer[target] > layer[source], sides = isDown ? [tops, bottoms] : [bottoms, tops];
    let bends = chain.slice(1, -1).flatMap(node => sides.map(side => [x[node], side[layer[node]]]));
    if (isDown) {
      // It passes the taller nodes of its own layer.
      const floor = bottoms[layer[source]];
      return [bottom, ...(floor > bottom[1] + 1 ? [[start, floor]] : []), ...bends, top];
    }
    if (!bends.length) {
      // It leads up, and would hide behind the nodes.
      const side = Math.max(corners[source][0] + widths[source], corners[target][0] + widths[target]) + nodeGap / 2;
      bends = [[side, bottom[1] + 14], [side, top[1] - 14]];
    }
    const last = bends[bends.length - 1];
    return [bottom, [start, bottom[1] + 14], [bends[0][0], bottom[1] + 14], ...bends, [last[0], top[1] - 14], [end, top[1] - 14], top];
  }

  function median(places, otherwise) {
    if (!places.length) return otherwise;
    places.sort((one, other) => one - other);
    const half = Math.floor(places.length / 2);
    return places.length % 2 ? places[half] : (places[half - 1] + places[half]) / 2;
  }
}
