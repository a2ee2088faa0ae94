class Ball:
    __slots__ = ('x', 'y', 'dx', 'dy', 'hits')
    def __init__(self, x, y, dx, dy, hits):
        self.x = x
        self.y = y
        self.dx = dx
        self.dy = dy
        self.hits = hits
def main():
    b = Ball(10, 20, 3, 5, 0)
    i = 0
    while i < 2500000:
        b.x = b.x + b.dx
        b.y = b.y + b.dy
        if b.x < 0 or b.x > 1000:
            b.dx = 0 - b.dx
            b.hits = b.hits + 1
        if b.y < 0 or b.y > 700:
            b.dy = 0 - b.dy
            b.hits = b.hits + 1
        i = i + 1
    return b.hits * 1000000 + b.x * 1000 + b.y
print(main())
