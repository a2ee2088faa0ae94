class Node:
    __slots__ = ('key', 'left', 'right')
    def __init__(self, key, left, right):
        self.key = key
        self.left = left
        self.right = right
def insert(t, key):
    r = t
    if t is None:
        r = Node(key, None, None)
    elif key < t.key:
        t.left = insert(t.left, key)
    elif key > t.key:
        t.right = insert(t.right, key)
    return r
def contains(t, key):
    found = 0
    while not found and t is not None:
        if t.key == key:
            found = 1
        elif key < t.key:
            t = t.left
        else:
            t = t.right
    return found
def main():
    hits = 0
    seed = 17
    r = 0
    while r < 600:
        t = None
        i = 0
        while i < 300:
            seed = seed * 25173 + 13849
            seed = seed - seed // 65536 * 65536
            t = insert(t, seed // 64)
            i = i + 1
        i = 0
        while i < 1024:
            hits = hits + contains(t, i)
            i = i + 1
        r = r + 1
    return hits
print(main())
